extern alias packets;

using Codec.Sessions;
using P = packets::Game;

namespace Codec.Tests.Transport;

/// <summary>Tests the sample programs, started as a user starts them.</summary>
public sealed class SampleTests
{
    [Test]
    public async Task The_sample_server_sends_packets_back()
    {
        using Process server = ExternalProgram.Start("dotnet", [SamplePrograms.EchoServer], redirectInput: false);
        try
        {
            string? line = await server.StandardOutput.ReadLineAsync().WaitAsync(Limit);
            Assert.That(line, Does.StartWith("listening on "));
            IPEndPoint address = IPEndPoint.Parse("127.0.0.1:" + line!["listening on ".Length..]);
            Assert.That(await CppServer.EchoAsync(address, "hello", "how are you?"), Is.EqualTo((string[])["Ann: hello", "Ann: how are you?"]));
        }
        finally
        {
            server.Kill();
        }
    }

    [Test]
    public async Task Chat_client_receives_the_messages_of_another_client()
    {
        using CppServer server = new("chat");
        using Process listener = ExternalProgram.Start("dotnet", [SamplePrograms.ChatClient, $"{server.EndPoint.Port}", "listen", "2"], redirectInput: false);
        Assert.That(await listener.StandardOutput.ReadLineAsync().WaitAsync(Limit), Is.EqualTo("ready"));

        ExternalProgram.RunSuccessfully("dotnet", SamplePrograms.ChatClient, $"{server.EndPoint.Port}", "say", "Ann", "hello", "bye");

        string heard = await listener.StandardOutput.ReadToEndAsync().WaitAsync(Limit);
        await listener.WaitForExitAsync().WaitAsync(Limit);
        Assert.That(heard.ReplaceLineEndings("\n"), Is.EqualTo("Ann: hello\nAnn: bye\n"), await listener.StandardError.ReadToEndAsync());
        Assert.That(listener.ExitCode, Is.Zero);
        Assert.That(server.Kill(), Is.Empty);
    }

    [Test]
    public async Task The_fan_out_server_forwards_the_packets_before_an_invalid_one()
    {
        using CppServer server = new("fanout");
        using TcpClient listener = new();
        await listener.ConnectAsync(server.EndPoint);
        using TcpClient sender = new();
        await sender.ConnectAsync(server.EndPoint);

        // Both packets arrive in one read. The second one has the id of Chat, and no table.
        byte[] valid = Encode(new P.Chat { Text = "hello" });
        byte[] received = new byte[valid.Length];
        await sender.GetStream().WriteAsync((byte[])[.. valid, 1, 0, .. valid[2..4], 0]);
        NetworkStream heard = listener.GetStream();
        await heard.ReadExactlyAsync(received).AsTask().WaitAsync(Limit);
        Assert.That(received, Is.EqualTo(valid));

        listener.Client.Shutdown(SocketShutdown.Send);
        Assert.That(await heard.ReadAsync(received).AsTask().WaitAsync(Limit), Is.Zero);
        Assert.That(server.Kill(), Does.Contain("PayloadInvalid in the packet at byte "));
    }

    [Test]
    [Platform(Exclude = "Win", Reason = "the test sends a signal")]
    public async Task Chat_client_learns_that_the_server_stops()
    {
        using CppServer server = new("chat");
        using Process listener = ExternalProgram.Start("dotnet", [SamplePrograms.ChatClient, $"{server.EndPoint.Port}", "listen", "2"], redirectInput: false);
        Assert.That(await listener.StandardOutput.ReadLineAsync().WaitAsync(Limit), Is.EqualTo("ready"));

        server.Terminate();

        Assert.That(await listener.StandardError.ReadToEndAsync().WaitAsync(Limit), Does.Contain("The server stops."));
    }

    [TestCase("70000", "say", "Ann")]
    [TestCase("12x", "listen", "1")]
    [TestCase("1", "listen", "x")]
    [TestCase("1", "listen", "0")]
    public void Chat_client_rejects_wrong_arguments_before_it_connects(params string[] arguments)
    {
        (int exitCode, string output) = ExternalProgram.Run("dotnet", [SamplePrograms.ChatClient, .. arguments]);

        Assert.That((exitCode, output.Trim()), Is.EqualTo((2, "usage: ChatClient PORT say NAME TEXT... | ChatClient PORT listen COUNT")));
    }

    [Test]
    public void Chat_client_reports_that_no_server_listens()
    {
        using TcpListener listener = new(IPAddress.Loopback, 0);
        listener.Start();
        int port = ((IPEndPoint)listener.LocalEndpoint).Port;
        listener.Stop();

        (int exitCode, string output) = ExternalProgram.Run("dotnet", SamplePrograms.ChatClient, $"{port}", "say", "Ann", "hello");

        Assert.That((exitCode, output), Is.EqualTo((1, new SocketException((int)SocketError.ConnectionRefused).Message + Environment.NewLine)));
    }

    [TestCase(0, "^ready\nThe server closed the connection. Packets that are missing: 2.\n$")]
    [TestCase(1, "^ready\nPayloadInvalid in the packet at byte [0-9]+: Game.Chat \\(id 4\\), 1 bytes, ToClient.\n$")]
    [TestCase(2, "The server refused the session: ProtocolMismatch. The server has the version 'another'")]
    public async Task Chat_client_reports_what_is_missing_invalid_or_refused(int problem, string expected)
    {
        (ulong toServer, ulong toClient) = ProtocolHash.OfDirections(SchemaText.Model(("game.fbs", Repository.Read("schemas/game.fbs"))), "game.fbs")!.Value;
        PacketProtocol protocol = problem == 2 ? default : new PacketProtocol(toServer, toClient);
        PacketSessionOptions session = new() { IsServer = true, Protocol = protocol, Version = "another" };
        using PacketListener server = new(new IPEndPoint(IPAddress.Loopback, 0), options: new PacketConnectionOptions { Session = session });
        Task<(int ExitCode, string Output)> client = Task.Run(() =>
            ExternalProgram.Run("dotnet", SamplePrograms.ChatClient, $"{((IPEndPoint)server.EndPoint).Port}", "listen", "2"));
        await using PacketConnection accepted = await server.AcceptAsync().WaitAsync(Limit);
        if (problem == 2)
        {
            Assert.That(async () => await accepted.Session!.OpenAsync().WaitAsync(Limit), Throws.InstanceOf<PacketConnectionException>());
        }
        else
        {
            await accepted.Session!.OpenAsync().WaitAsync(Limit);
            if (problem == 1)
            {
                // The id of Chat, and no table.
                await accepted.SendAsync(4, new byte[1]);
            }

            await accepted.CompleteAsync();
        }

        (int exitCode, string output) = await client.WaitAsync(Limit);
        Assert.That(exitCode, Is.EqualTo(1));
        Assert.That(output.ReplaceLineEndings("\n"), Does.Match(expected));
    }

    private static byte[] Encode(P.Chat chat) => PacketEncoder.Encode(chat);
}

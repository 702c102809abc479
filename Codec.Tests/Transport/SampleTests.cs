extern alias packets;

using P = packets::Game;

namespace Codec.Tests.Transport;

/// <summary>Tests the sample client, started as a user starts it, with the C++ server.</summary>
public sealed class SampleTests
{
    [Test]
    public void Chat_client_receives_its_own_messages_from_the_echo_server()
    {
        using CppServer server = new("echo");

        string output = ExternalProgram.RunSuccessfully("dotnet", SamplePrograms.ChatClient, $"{server.EndPoint.Port}", "say", "Ann", "hello", "how are you?");

        Assert.That(output.ReplaceLineEndings("\n"), Is.EqualTo("Ann: hello\nAnn: how are you?\n"));
        Assert.That(server.Kill(), Is.Empty);
    }

    [Test]
    public async Task Chat_client_receives_its_own_messages_from_the_sample_server()
    {
        using Process server = ExternalProgram.Start("dotnet", [SamplePrograms.EchoServer], redirectInput: false);
        try
        {
            string? line = await server.StandardOutput.ReadLineAsync().WaitAsync(Limit);
            Assert.That(line, Does.StartWith("listening on "));
            string output = ExternalProgram.RunSuccessfully("dotnet", SamplePrograms.ChatClient, line!["listening on ".Length..], "say", "Ann", "hello", "how are you?");
            Assert.That(output.ReplaceLineEndings("\n"), Is.EqualTo("Ann: hello\nAnn: how are you?\n"));
        }
        finally
        {
            server.Kill();
        }
    }

    [Test]
    public async Task Chat_client_receives_the_messages_of_another_client_from_the_fan_out_server()
    {
        using CppServer server = new("fanout");
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

    [TestCase(false, "ready\nThe server closed the connection. Packets that are missing: 2.\n")]
    [TestCase(true, "ready\nPayloadInvalid in the packet at byte 0: Game.Chat (id 4), 1 bytes, ToClient.\n")]
    public async Task Chat_client_reports_packets_that_are_missing_or_invalid(bool sendsInvalid, string expected)
    {
        using TcpListener server = new(IPAddress.Loopback, 0);
        server.Start();
        Task<(int ExitCode, string Output)> client = Task.Run(() =>
            ExternalProgram.Run("dotnet", SamplePrograms.ChatClient, $"{((IPEndPoint)server.LocalEndpoint).Port}", "listen", "2"));
        using (TcpClient accepted = await server.AcceptTcpClientAsync().WaitAsync(Limit))
        {
            if (sendsInvalid)
            {
                // The id of Chat, and no table.
                await accepted.GetStream().WriteAsync((byte[])[1, 0, .. Encode(new P.Chat())[2..4], 0]);
            }
        }

        (int exitCode, string output) = await client.WaitAsync(Limit);
        Assert.That((exitCode, output.ReplaceLineEndings("\n")), Is.EqualTo((1, expected)));
    }

    private static byte[] Encode(P.Chat chat)
    {
        ArrayBufferWriter<byte> packet = new();
        PacketEncoder.Write(packet, chat);
        return packet.WrittenSpan.ToArray();
    }
}

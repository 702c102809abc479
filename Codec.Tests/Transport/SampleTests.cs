extern alias packets;

using System;
using System.Buffers;
using System.Diagnostics;
using System.Net.Sockets;
using System.Threading.Tasks;
using Codec.Framing;
using NUnit.Framework;
using P = packets::Game;

namespace Codec.Tests.Transport;

/// <summary>Tests the sample client, started as a user starts it, with the C++ server.</summary>
[TestFixture]
public sealed class SampleTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(1);

    [Test]
    public void Chat_client_receives_its_own_messages_from_the_echo_server()
    {
        using CppServer server = new("echo");

        string output = ExternalProgram.RunSuccessfully("dotnet", ChatClient.Path, $"{server.EndPoint.Port}", "say", "Ann", "hello", "how are you?");

        Assert.That(output.ReplaceLineEndings("\n"), Is.EqualTo("Ann: hello\nAnn: how are you?\n"));
        Assert.That(server.Kill(), Is.Empty);
    }

    [Test]
    public async Task Chat_client_receives_the_messages_of_another_client_from_the_fan_out_server()
    {
        using CppServer server = new("fanout");
        using Process listener = ExternalProgram.Start("dotnet", [ChatClient.Path, $"{server.EndPoint.Port}", "listen", "2"], redirectInput: false);
        Assert.That(await listener.StandardOutput.ReadLineAsync().WaitAsync(Limit), Is.EqualTo("ready"));

        ExternalProgram.RunSuccessfully("dotnet", ChatClient.Path, $"{server.EndPoint.Port}", "say", "Ann", "hello", "bye");

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
    public async Task Chat_client_prints_as_many_packets_as_requested_although_more_have_arrived()
    {
        using CppServer server = new("fanout");
        using Process listener = ExternalProgram.Start("dotnet", [ChatClient.Path, $"{server.EndPoint.Port}", "listen", "1"], redirectInput: false);
        Assert.That(await listener.StandardOutput.ReadLineAsync().WaitAsync(Limit), Is.EqualTo("ready"));
        using TcpClient sender = new();
        await sender.ConnectAsync(server.EndPoint);
        byte[] chat = Encode(new P.Chat { Sender = "Ann", Text = "hello" });
        await sender.GetStream().WriteAsync((byte[])[.. chat, .. chat, .. chat]);
        Assert.That((await listener.StandardOutput.ReadToEndAsync().WaitAsync(Limit)).ReplaceLineEndings("\n"), Is.EqualTo("Ann: hello\n"));
        await listener.WaitForExitAsync().WaitAsync(Limit);
        Assert.That(listener.ExitCode, Is.Zero);
    }

    private static byte[] Encode(P.Chat chat)
    {
        ArrayBufferWriter<byte> packet = new();
        PacketEncoder.Write(packet, chat);
        return packet.WrittenSpan.ToArray();
    }
}

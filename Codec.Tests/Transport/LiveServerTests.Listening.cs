using System;
using System.Net;
using System.Threading.Tasks;
using Codec.Transport;
using NUnit.Framework;

namespace Codec.Tests.Transport;

/// <content>A C++ peer that a listener accepts.</content>
public sealed partial class LiveServerTests
{
    [Test]
    public async Task Listener_gives_every_packet_back_to_a_Cpp_client()
    {
        int seed = Environment.TickCount;
        await TestContext.Out.WriteLineAsync($"seed {seed}");
        string client = CppServer.PathOf("codec_client");
        using PacketListener listener = new(new IPEndPoint(IPAddress.Loopback, 0));
        Task<string> running = Task.Run(() =>
            ExternalProgram.RunSuccessfully(client, "echo", $"{((IPEndPoint)listener.EndPoint).Port}", $"{Packets}", $"{(uint)seed}"));
        await using PacketConnection connection = await listener.AcceptAsync().WaitAsync(Limit);
        long count = await Answer(connection);
        Assert.That(await running.WaitAsync(Limit), Does.StartWith($"{Packets} packets"));
        Assert.That(count, Is.EqualTo(Packets));
    }
}

// A client and a server in one process, which exchange generated packets and a struct over TCP and capture them. The script beside it publishes and runs it.
#:project ../../samples/GamePackets/GamePackets.csproj
#:project ../../packages/Codec.Capture/Codec.Capture.csproj
#:property InvariantGlobalization=true
#:property PublishAot=$(AHEAD_OF_TIME)
#:property SelfContained=$(WITH_RUNTIME)
#:property RuntimeFrameworkVersion=$(RUNTIME)
using System;
using System.IO;
using System.Net;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;
using Codec.Capture;
using Codec.Dispatch;
using Codec.Framing;
using Codec.Payloads;
using Codec.Transport;
using Game;

string compiler = RuntimeFeature.IsDynamicCodeCompiled ? "just in time" : "ahead of time";
Console.WriteLine($".NET {Environment.Version.Major}, compiled {compiler}");

string file = Path.GetTempFileName();
using (CaptureObserver capture = new(CaptureWriter.Create(file)))
{
    PacketRoutes<PacketConnection> requests = new PacketRoutes<PacketConnection>()
        .AddChatAsync(static async (peer, chat, cancel) => await peer.SendAsync(new Chat { Sender = "server", Text = chat.Text + "!" }, cancel))
        .AddStruct<Ping>(20, static (PacketConnection peer, in Ping ping) => Console.WriteLine($"ping {ping.Number} of {ping.Time}"));
    PacketRoutes<string> answers = new PacketRoutes<string>()
        .AddChat(static (name, chat) => Console.WriteLine($"{name} heard {chat.Sender}: {chat.Text}"));

    using PacketListener listener = new(new IPEndPoint(IPAddress.Loopback, 0));
    Task<PacketConnection> accepting = listener.AcceptAsync();
    await using PacketConnection client = await PacketConnection.ConnectAsync(listener.EndPoint, options: new PacketConnectionOptions { Observer = capture });
    await client.SendAsync(new ValuePacket<Ping>(20, new Ping { Number = 7, Time = 1.5 }, new StructPayload<Ping>()));
    await client.SendAsync(new Chat { Sender = "client", Text = "hello" });
    await client.CompleteAsync();

    await using PacketConnection server = await accepting;
    using PacketDispatcher<PacketConnection> serves = new(requests, server, PacketDirections.ToServer);
    await server.RunAsync(serves);
    await server.CompleteAsync();
    using PacketDispatcher<string> hears = new(answers, "client", PacketDirections.ToClient);
    await client.RunAsync(hears);
}

using (CapturedPacketReader reader = new(new CaptureReader(File.OpenRead(file))))
{
    while (reader.Read(out CapturedPacket captured) == CaptureStatus.Packet)
    {
        Console.WriteLine($"captured {captured.Direction} {captured.Packet.Id}, {captured.Packet.PayloadSize} bytes");
    }
}

File.Delete(file);

internal struct Ping
{
    public byte Number;
    public double Time;
}

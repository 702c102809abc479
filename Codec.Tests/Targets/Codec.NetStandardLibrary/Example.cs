using System;
using System.Collections.Generic;
using System.IO;
using System.Text.Json;
using System.Threading.Tasks;
using Codec.Capture;
using Codec.Dispatch;
using Codec.Framing;
using Codec.Interpreter;
using Codec.Streams;
using Codec.Transport;

namespace Codec.NetStandardLibrary;

public static class Example
{
    /// <summary>Sends a packet to its handler, and returns what the handler got.</summary>
    public static string Dispatch()
    {
        using ResizingByteStream stream = new();
        using (PacketWriter writer = new(stream, leaveOpen: true))
        {
            writer.Write(new Greeting { Text = "hi" });
        }

        stream.Position = 0;
        List<string> texts = [];
        PacketRoutes<List<string>> routes = new();
        routes.AddGreeting((state, view) => state.Add(view.ToObject().Text ?? ""));
        using PacketDispatcher<List<string>> dispatcher = new(routes, texts, PacketDirections.ToServer);
        using PacketReader reader = new(stream);
        foreach (PacketReadResult result in reader.ReadAll())
        {
            dispatcher.Dispatch(result.Packet);
        }

        return string.Join(" ", texts);
    }

    /// <summary>Reads two packets asynchronously, and returns their ids.</summary>
    public static async Task<string> ReadAsync()
    {
        List<uint> ids = [];
        using PacketReader reader = new(new MemoryStream([1, 0, 5, 0, 9, 0, 0, 6, 0]));
        await foreach (PacketReadResult result in reader.ReadAllAsync().ConfigureAwait(false))
        {
            ids.Add(result.Packet.Id);
        }

        return string.Join(" ", ids);
    }

    /// <summary>Gets the clock of the options.</summary>
    public static string Clock() => new PacketClientOptions { TimeProvider = TimeProvider.System }.TimeProvider.LocalTimeZone.Id;

    /// <summary>Reads invalid JSON, and returns the path of the error.</summary>
    public static string? ReadJson()
    {
        try
        {
            return PayloadSchema.Parse("table Greeting { text:string; }")["Greeting"].FromJson("{\"text\":1}").ToString();
        }
        catch (JsonException exception)
        {
            return exception.Path;
        }
    }

    /// <summary>Sets a property of each type that has properties that only an initializer sets.</summary>
    public static string Options() => string.Join(
        " ",
        new PacketRules { MaxPayloadSize = 1 }.MaxPayloadSize,
        new PacketConnectionOptions { SendLimit = 2 }.SendLimit,
        new PacketClientOptions { SendLimit = 3 }.SendLimit,
        new PacketClientOptions { ReceiveLimit = 4 }.ReceiveLimit,
        new ReplayedPacket { Connection = 5 }.Connection,
        new PooledStreamOptions { MaxLength = 6 }.MaxLength,
        new CaptureReaderOptions { MaxInterfaces = 7 }.MaxInterfaces,
        new CaptureReplayOptions { Speed = 8 }.Speed,
        new CaptureWriterOptions { Port = 9 }.Port,
        new CapturedPacketReaderOptions { Port = 10 }.Port);
}

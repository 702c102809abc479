using System;
using System.Buffers;
using System.Buffers.Binary;
using Codec.Bench.Measuring;
using Codec.Bench.Reports;
using Codec.Dispatch;
using Codec.Framing;
using Codec.Packets;

namespace Codec.Bench.Scale;

/// <summary>Measures growth with the routes of a dispatcher.</summary>
internal static class RouteScale
{
    private const int Packets = 1000;
    private const int PayloadSize = 16;

    private static readonly int[] Counts = [10, 100, 1000, 10_000];

    internal static void Fill(CurvePoints points)
    {
        foreach (int count in SmokeRun.IsActive ? [Counts[0]] : Counts)
        {
            CurvePoints.Announce($"{count} routes");
            long[] sum = [0];
            Action<long[], ReadOnlySpan<byte>>?[] handlers = new Action<long[], ReadOnlySpan<byte>>?[ushort.MaxValue + 1];
            Array.Fill(handlers, static (state, payload) => state[0] += payload[0], 1, count);
            byte[] packets = Encode(count);
            using PacketDispatcher<long[]> dispatcher = Make(count, sum);
            Measurement[] times = ActionWorkload.Measure(new ActionWorkload(Packets, () => Loop(packets, handlers, sum)), new ActionWorkload(Packets, () => Dispatch(packets, dispatcher)));
            points.Add("routes-dispatch", ReportGrowth.Delegates, count, times[0].Median, settling: times[0].Settling);
            points.Add("routes-dispatch", ReportGrowth.Dispatcher, count, times[1].Median, times[1].MedianRatioTo(times[0]), times[1].Settling);
            ActionWorkload making = new(1, () => Make(count, sum).Dispose());
            Measurement made = ActionWorkload.Measure(making)[0];
            points.Add("routes-build", ReportGrowth.Dispatcher, count, made.Median, settling: made.Settling);
            points.Add("routes-memory", ReportGrowth.Dispatcher, count, making.Allocate(1));
        }
    }

    private static PacketDispatcher<long[]> Make(int count, long[] sum)
    {
        PacketRoutes<long[]> routes = new();
        for (uint id = 1; id <= count; id++)
        {
            routes.AddRaw(id, static (state, in packet) => state[0] += packet.Payload[0]);
        }

        return new PacketDispatcher<long[]>(routes, sum, PacketDirections.Both);
    }

    private static byte[] Encode(int routes)
    {
        ArrayBufferWriter<byte> output = new();
        byte[] payload = new byte[PayloadSize];
        Random random = new(1);
        for (int i = 0; i < Packets; i++)
        {
            PacketEncoder.Write(output, (uint)random.Next(1, routes + 1), payload);
        }

        return output.WrittenSpan.ToArray();
    }

    private static void Dispatch(byte[] packets, PacketDispatcher<long[]> dispatcher)
    {
        int offset = 0;
        while (PacketDecoder.Decode(new ArraySegment<byte>(packets, offset, packets.Length - offset), PacketFormat.Default, out Packet packet, out int consumed, out _) == OperationStatus.Done
            && dispatcher.Dispatch(packet) == PacketError.None)
        {
            offset += consumed;
        }

        if (offset != packets.Length)
        {
            throw new InvalidOperationException("A packet was rejected.");
        }
    }

    private static void Loop(byte[] packets, Action<long[], ReadOnlySpan<byte>>?[] handlers, long[] sum)
    {
        for (int offset = 0; offset < packets.Length;)
        {
            ReadOnlySpan<byte> packet = packets.AsSpan(offset);
            int size = BinaryPrimitives.ReadUInt16LittleEndian(packet);
            handlers[BinaryPrimitives.ReadUInt16LittleEndian(packet[2..])]!(sum, packet.Slice(PacketHeader.ByteCount, size));
            offset += PacketHeader.ByteCount + size;
        }
    }
}

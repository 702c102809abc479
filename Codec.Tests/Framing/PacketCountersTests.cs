using System;
using System.Buffers;
using System.Collections.Generic;
using System.Diagnostics.Metrics;
using System.IO;
using System.Threading.Tasks;
using Codec.Framing;
using Codec.Packets;
using NUnit.Framework;

namespace Codec.Tests.Framing;

[NonParallelizable]
public sealed class PacketCountersTests
{
    [Test]
    public void Nothing_is_counted_or_allocated_while_nobody_listens()
    {
        byte[] bytes = [1, 0, 7, 0, 9, 0xFF, 0xFF];
        using PacketPushDecoder decoder = new(new PacketFormat(maxPayloadSize: 10));
        long before = 0;
        for (int i = 0; i < 200; i++)
        {
            if (i == 100)
            {
                before = GC.GetAllocatedBytesForCurrentThread();
            }

            ReadOnlySpan<byte> chunk = bytes;
            while (decoder.Read(ref chunk, out _) == OperationStatus.Done)
            {
            }

            if (decoder.Error != PacketError.PayloadTooLarge)
            {
                Assert.Fail($"{decoder.Error}");
            }

            decoder.Reset();
        }

        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.Zero);
    }

    [Test]
    public async Task Packets_bytes_and_errors_are_counted_while_somebody_listens()
    {
        if (typeof(PacketReader).Assembly.GetReferencedAssemblies() is { } references
            && Array.Exists(references, static reference => reference.Name == "netstandard"))
        {
            Assert.Ignore("netstandard has no System.Diagnostics.Metrics.");
        }

        Dictionary<string, long> counts = [];
        using MeterListener listener = new();
        listener.InstrumentPublished = static (instrument, self) =>
        {
            if (instrument.Meter.Name == "Codec")
            {
                self.EnableMeasurementEvents(instrument);
            }
        };
        listener.SetMeasurementEventCallback<long>((instrument, value, tags, _) =>
        {
            string name = tags.Length == 0 ? instrument.Name : $"{instrument.Name} {tags[0].Value}";
            counts[name] = counts.GetValueOrDefault(name) + value;
        });
        listener.Start();

        using MemoryStream stream = new();
        await using (PacketPipeWriter writer = new(stream, leaveOpen: true))
        {
            writer.Write(1, new byte[10]);
            writer.Write(2, new byte[20]);
            await writer.FlushAsync();
        }

        stream.Write([1, 0]);
        stream.Position = 0;
        await using PacketReader reader = new(stream);
        while ((await reader.ReadPacketAsync()).HasPacket)
        {
        }

        Assert.That(counts["codec.packets.sent"], Is.EqualTo(2));
        Assert.That(counts["codec.bytes.sent"], Is.EqualTo(38));
        Assert.That(counts["codec.packets.received"], Is.EqualTo(2));
        Assert.That(counts["codec.bytes.received"], Is.EqualTo(38));
        Assert.That(counts["codec.errors HeaderTruncated"], Is.EqualTo(1));
    }
}

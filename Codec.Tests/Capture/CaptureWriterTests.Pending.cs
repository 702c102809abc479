using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using Codec.Capture;
using Codec.Tests.Doubles;
using NUnit.Framework;
using NUnit.Framework.Constraints;
using static Codec.Tests.Capture.CaptureBytes;

namespace Codec.Tests.Capture;

/// <content>What happens while a write is pending, or inside the stream's own methods; clocks; counters.</content>
internal sealed partial class CaptureWriterTests
{
    private static readonly CaptureWriterOptions Smallest = new() { BufferSize = 4096 };

    [Test]
    public async Task Calls_while_a_write_is_pending_are_refused_by_name_and_no_accepted_packet_is_lost([Values] bool appends)
    {
        GatedStream stream = new();
        CaptureWriter writer = new(stream, Smallest);
        int accepted = 0;
        Task pending = Start(writer, appends, ref accepted);
        Assert.That(pending.IsCompleted, Is.False);
        string name = appends ? "AppendAsync" : "FlushAsync";
        Assert.That(() => writer.Append(GamePacket(100, 10), CaptureDirection.Inbound, 0, Noon), Refused(name));
        Assert.That(async () => await writer.AppendAsync(GamePacket(100, 10), CaptureDirection.Inbound, 0, Noon), Refused(name));
        Assert.That(writer.Flush, Refused(name));
        Assert.That(async () => await writer.FlushAsync(), Refused(name));
        stream.Open();
        await pending;
        Assert.That(writer.Append(GamePacket(accepted, 100), CaptureDirection.Inbound, 0, Noon), Is.True);
        accepted++;
        await writer.DisposeAsync();
        CheckPackets(stream, accepted);
        Assert.That((writer.PacketCount, writer.LostPackets), Is.EqualTo(((long)accepted, 2L)));
    }

    [Test]
    public async Task Disposing_while_a_write_is_pending_leaves_it_the_memory_and_loses_nothing([Values] bool appends, [Values] bool async)
    {
        GatedStream stream = new();
        CaptureWriter writer = new(stream, Smallest);
        int accepted = 0;
        Task pending = Start(writer, appends, ref accepted);
        Task disposed = Task.CompletedTask;
        if (async)
        {
            disposed = writer.DisposeAsync().AsTask();
        }
        else
        {
            writer.Dispose();
        }

        byte[][] rented = [.. Enumerable.Range(0, 20).Select(_ => ArrayPool<byte>.Shared.Rent(4096))];
        foreach (byte[] array in rented)
        {
            array.AsSpan().Fill(0xEE);
        }

        Assert.That(stream.IsClosed, Is.False);
        Assert.That(disposed.IsCompleted, Is.Not.EqualTo(async));
        Assert.That(() => writer.Append([], CaptureDirection.Inbound), Throws.InstanceOf<ObjectDisposedException>());
        stream.Open();
        await pending;
        await disposed;
        await writer.DisposeAsync();
        Assert.That(stream.IsClosed, Is.True);
        CheckPackets(stream, accepted);
        Assert.That((writer.PacketCount, writer.LostPackets), Is.EqualTo(((long)accepted, 0L)));
        foreach (byte[] array in rented)
        {
            ArrayPool<byte>.Shared.Return(array);
        }
    }

    [Test]
    public async Task Disposing_while_a_write_ends_on_another_thread_loses_nothing([Values] bool appends)
    {
        for (int i = 0; i < 500; i++)
        {
            GatedStream stream = new();
            CaptureWriter writer = new(stream, Smallest);
            int accepted = 0;
            Task pending = Start(writer, appends, ref accepted);
            Task opened = Task.Run(stream.Open);
            writer.Dispose();
            await opened;
            await pending;
            await writer.DisposeAsync();
            Assert.That(stream.IsClosed, Is.True);
            CheckPackets(stream, accepted);
        }
    }

    [Test]
    public void A_stream_that_calls_the_writer_back_is_refused_or_disposes_it_afterwards()
    {
        GatedStream stream = new();
        CaptureWriter writer = new(stream, Smallest);
        int calls = 0;
        stream.OnWrite = () =>
        {
            calls++;
            Assert.That(() => writer.Append(GamePacket(9, 10), CaptureDirection.Inbound, 0, Noon), Refused("Flush"));
        };
        writer.Append(GamePacket(0, 10), CaptureDirection.Inbound, 0, Noon);
        writer.Flush();
        stream.OnWrite = () =>
        {
            calls++;
            writer.Dispose();
        };
        int count = 1;
        while (calls == 1)
        {
            Assert.That(writer.Append(GamePacket(count++, 100), CaptureDirection.Inbound, 0, Noon), Is.True);
        }

        Assert.That(stream.IsClosed, Is.True);
        CheckPackets(stream, count);
    }

    [Test]
    public async Task The_flush_interval_goes_by_a_clock_that_never_goes_back([Values] bool async)
    {
        ManualClock clock = new();
        using MemoryStream stream = new();
        await using CaptureWriter writer = new(stream, new CaptureWriterOptions { FlushInterval = TimeSpan.FromSeconds(2), TimeProvider = clock });
        DateTimeOffset[] times = [Noon, Noon.AddHours(-1), Noon.AddHours(3)];
        foreach (DateTimeOffset time in times)
        {
            _ = async ? await writer.AppendAsync(new byte[4], CaptureDirection.Inbound, 0, time) : writer.Append(new byte[4], CaptureDirection.Inbound, 0, time);
        }

        Assert.That(stream.Length, Is.Zero);
        clock.Now += TimeSpan.FromSeconds(2);
        writer.Append(new byte[4], CaptureDirection.Inbound, 0, Noon.AddHours(-2));
        Assert.That(stream.Length, Is.Zero);
        clock.Now += TimeSpan.FromTicks(1);
        _ = async ? await writer.AppendAsync(new byte[4], CaptureDirection.Inbound, 0, Noon) : writer.Append(new byte[4], CaptureDirection.Inbound, 0, Noon);
        using CaptureReader reader = Open(stream.ToArray());
        Assert.That(ReadAll(reader).Records, Has.Count.EqualTo(4));
    }

    [Test]
    public void A_flush_interval_of_any_length_is_taken()
    {
        ManualClock clock = new();
        using MemoryStream stream = new();
        using CaptureWriter writer = new(stream, new CaptureWriterOptions { FlushInterval = TimeSpan.MaxValue, TimeProvider = clock });
        writer.Append(new byte[4], CaptureDirection.Inbound, 0, Noon);
        clock.Now += TimeSpan.FromDays(10_000);
        writer.Append(new byte[4], CaptureDirection.Inbound, 0, Noon);
        Assert.That(stream.Length, Is.Zero);
    }

    [Test]
    public void A_file_is_not_written_for_longer_than_its_age_when_the_packets_times_go_back()
    {
        ManualClock clock = new();
        string path = Path.Combine(_folder, "game.pcapng");
        using CaptureWriter writer = CaptureWriter.Create(path, new CaptureWriterOptions { MaxFileAge = TimeSpan.FromMinutes(1), TimeProvider = clock });
        for (int i = 0; i < 10; i++)
        {
            writer.Append(new byte[4], CaptureDirection.Inbound, 0, Noon.AddHours(-i));
            clock.Now += TimeSpan.FromSeconds(25);
        }

        Assert.That(writer.FileCount, Is.EqualTo(4));
    }

    [Test]
    public async Task Every_packet_is_in_the_capture_or_counted_as_lost([Values] bool async)
    {
        using LimitedStream disk = new(5000);
        CaptureWriter writer = new(disk, new CaptureWriterOptions { BufferSize = 4096, MaxPacketSize = 1000 }, leaveOpen: true);
        int packets = 0;
        for (; packets < 100; packets++)
        {
            byte[] packet = new byte[packets % 10 == 0 ? 1001 : 200];
            DateTimeOffset time = packets % 10 == 1 ? DateTimeOffset.MinValue : Noon;
            try
            {
                _ = async ? await writer.AppendAsync(packet, CaptureDirection.Inbound, 0, time) : writer.Append(packet, CaptureDirection.Inbound, 0, time);
            }
            catch (Exception exception) when (exception is IOException or ArgumentException)
            {
            }

            Assert.That(writer.PacketCount + writer.LostPackets, Is.EqualTo(packets + 1));
        }

        Assert.That(writer.Error, Is.InstanceOf<IOException>());
        writer.Dispose();
        Assert.That(writer.PacketCount + writer.LostPackets, Is.EqualTo(packets));
    }

    [Test]
    public void A_writer_that_cannot_be_made_leaves_no_file_open()
    {
        string path = Path.Combine(_folder, "game.pcapng");
        Assert.That(() => CaptureWriter.Create(path, new CaptureWriterOptions { TimeProvider = new BrokenClock() }), Throws.InstanceOf<NotSupportedException>());
        Assert.That(() => new FileStream(path, FileMode.Open, FileAccess.ReadWrite, FileShare.None).Dispose(), Throws.Nothing);
    }

    private static ContainsConstraint Refused(string pending) =>
        Throws.InvalidOperationException.With.Message.Contains(pending);

    private static Task Start(CaptureWriter writer, bool appends, ref int accepted)
    {
        if (!appends)
        {
            writer.Append(GamePacket(accepted++, 100), CaptureDirection.Inbound, 0, Noon);
            return writer.FlushAsync();
        }

        for (; ; )
        {
            Task<bool> pending = writer.AppendAsync(GamePacket(accepted++, 100), CaptureDirection.Inbound, 0, Noon).AsTask();
            if (!pending.IsCompleted)
            {
                return pending;
            }
        }
    }

    private static void CheckPackets(GatedStream stream, int count)
    {
        using CaptureReader reader = Open(stream.Written);
        (List<byte[]> records, CaptureStatus status) = ReadAll(reader);
        Assert.That(status, Is.EqualTo(CaptureStatus.End));
        Assert.That(records, Has.Count.EqualTo(count));
        Assert.That(records.Select((record, i) => record.AsSpan().SequenceEqual(GamePacket(i, 100)) || record.AsSpan().SequenceEqual(GamePacket(i, 10))), Is.All.True);
    }
}

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using Codec.Capture;
using Codec.Tests.Doubles;
using NUnit.Framework;
using static Codec.Tests.Capture.CaptureBytes;

namespace Codec.Tests.Capture;

/// <content>Full disks, closed streams, bad arguments.</content>
internal sealed partial class CaptureWriterTests
{
    [Test]
    public void A_full_disk_is_reported_once_and_what_was_written_stays_readable([Values(1, 100, 8_191, 20_000)] int room)
    {
        using LimitedStream disk = new(room);
        CaptureWriter writer = new(disk, new CaptureWriterOptions { BufferSize = 4096 }, leaveOpen: true);
        int errors = 0;
        int refused = 0;
        for (int i = 0; i < 200; i++)
        {
            try
            {
                refused += writer.Append(GamePacket(i, 200), CaptureDirection.Inbound, 0, Noon) ? 0 : 1;
            }
            catch (IOException)
            {
                errors++;
            }
        }

        Assert.That(errors, Is.EqualTo(1));
        Assert.That(refused, Is.GreaterThan(0));
        Assert.That(writer.Error, Is.InstanceOf<IOException>());
        Assert.That(writer.LostPackets, Is.GreaterThanOrEqualTo(refused));
        writer.Flush();
        writer.Dispose();
        Assert.That(disk.Failures, Is.EqualTo(1));
        using CaptureReader reader = Open(disk.Written);
        List<byte[]> records = ReadAll(reader).Records;
        Assert.That(records.Count, Is.GreaterThanOrEqualTo((room - 4096) / 260));
        Assert.That(records.Select((record, i) => record.AsSpan().SequenceEqual(GamePacket(i, 200))), Is.All.True);
    }

    [Test]
    public async Task A_device_that_is_full_is_reported_once([Values] bool async)
    {
        const string Full = "/dev/full";
        if (!File.Exists(Full))
        {
            Assert.Ignore("This system has no /dev/full.");
        }

        FileStream device = new(Full, FileMode.Open, FileAccess.Write, FileShare.ReadWrite, 1, async);
        CaptureWriter writer = new(device);
        writer.Append(new byte[10], CaptureDirection.Inbound, 0, Noon);
        Exception? error = null;
        try
        {
            if (async)
            {
                await writer.FlushAsync();
            }
            else
            {
                writer.Flush();
            }
        }
        catch (IOException exception)
        {
            error = exception;
        }

        Assert.That(error, Is.Not.Null.And.SameAs(writer.Error));
        Assert.That(writer.Append(new byte[10], CaptureDirection.Inbound), Is.False);
        Assert.That(await writer.AppendAsync(new byte[10], CaptureDirection.Inbound), Is.False);
        Assert.That((writer.PacketCount, writer.LostPackets), Is.EqualTo((0L, 3L)));
        await writer.DisposeAsync();
        Assert.That(device.CanWrite, Is.False, "The writer closes the stream that it owns.");
    }

    [Test]
    public void A_path_that_is_no_regular_file_is_written_and_closed()
    {
        const string Nothing = "/dev/null";
        if (!File.Exists(Nothing))
        {
            Assert.Ignore("This system has no /dev/null.");
        }

        CaptureWriter writer = CaptureWriter.Create(Nothing);
        Assert.That(writer.Append(new byte[10], CaptureDirection.Inbound, 0, Noon), Is.True);
        Assert.That(writer.Dispose, Throws.Nothing);
    }

    [Test]
    public void A_stream_closed_under_the_writer_is_reported_once_and_dispose_is_quiet()
    {
        MemoryStream stream = new();
        CaptureWriter writer = new(stream);
        writer.Append(new byte[10], CaptureDirection.Inbound, 0, Noon);
        stream.Dispose();
        Assert.That(writer.Flush, Throws.InstanceOf<ObjectDisposedException>());
        writer.Flush();
        Assert.That(writer.Append(new byte[10], CaptureDirection.Inbound), Is.False);
        writer.Dispose();
        writer.Dispose();
        Assert.That(() => writer.Append(new byte[10], CaptureDirection.Inbound), Throws.InstanceOf<ObjectDisposedException>());
    }

    [Test]
    public void Bad_arguments_throw_and_leave_the_capture_as_it_was()
    {
        using MemoryStream stream = new();
        using CaptureWriter writer = new(stream, new CaptureWriterOptions { MaxPacketSize = 100 }, leaveOpen: true);
        Assert.That(() => writer.Append(new byte[101], CaptureDirection.Inbound), Throws.ArgumentException.With.Message.Contains("101"));
        Assert.That(() => writer.Append([], CaptureDirection.Inbound, 0, DateTimeOffset.MinValue), Throws.InstanceOf<ArgumentOutOfRangeException>());
        Assert.That(writer.Append(new byte[100], CaptureDirection.Unknown, 0, Noon), Is.True);
        Assert.That(writer.Append([], CaptureDirection.Unknown, 0, Noon), Is.True);
        writer.Flush();
        using CaptureReader reader = Open(stream.ToArray());
        Assert.That(ReadAll(reader).Records.Select(record => record.Length), Is.EqualTo((int[])[100, 0]));
        using CaptureWriter tcp = new(Stream.Null, new CaptureWriterOptions { Encapsulation = CaptureEncapsulation.Tcp });
        Assert.That(() => tcp.Append(new byte[1], CaptureDirection.Unknown), Throws.ArgumentException);
        Assert.That(() => new CaptureWriter(null!), Throws.ArgumentNullException);
        Assert.That(() => new CaptureWriter(new MemoryStream([], writable: false)), Throws.ArgumentException);
        Assert.That(() => CaptureWriter.Create(null!), Throws.ArgumentNullException);
        Assert.That(() => new CaptureWriter(Stream.Null, new CaptureWriterOptions { BufferSize = 10 }), Throws.InstanceOf<ArgumentOutOfRangeException>());
    }
}

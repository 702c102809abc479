using static Codec.Tests.Capture.CaptureBytes;

namespace Codec.Tests.Capture;

/// <summary>Tests calls while a read of a capture is pending.</summary>
internal sealed class CaptureReaderPendingTests
{
    private static readonly byte[] Capture = new CaptureBytes().Section().Interface().Packet(GamePacket(1, 100)).ToArray();

    [Test]
    public async Task Calls_during_a_pending_read_are_rejected_and_the_read_completes()
    {
        GatedStream stream = new(Capture);
        using CaptureReader reader = new(stream);
        Task<CaptureStatus> pending = reader.ReadAsync().AsTask();
        Assert.That(() => reader.Read(out _), Throws.InvalidOperationException.With.Message.Contains("ReadAsync"));
        Assert.That(async () => await reader.ReadAsync(), Throws.InvalidOperationException.With.Message.Contains("ReadAsync"));
        Assert.That(() => reader.Current.Offset, Throws.InvalidOperationException);
        stream.Open();
        Assert.That(await pending, Is.EqualTo(CaptureStatus.Packet));
        Assert.That(reader.Current.Data.SequenceEqual(GamePacket(1, 100)), Is.True);
        Assert.That(reader.Read(out _), Is.EqualTo(CaptureStatus.End));
    }

    [Test]
    public async Task Disposing_during_a_pending_read_does_not_return_its_buffer_to_the_pool()
    {
        GatedStream stream = new(Capture);
        CaptureReader reader = new(stream);
        Task<CaptureStatus> pending = reader.ReadAsync().AsTask();
        reader.Dispose();
        Assert.That(stream.IsClosed, Is.True, "So that most streams end the read.");
        byte[][] rented = [.. Enumerable.Range(0, 20).Select(_ => ArrayPool<byte>.Shared.Rent(128 * 1024))];
        foreach (byte[] array in rented)
        {
            array.AsSpan().Fill(0xEE);
        }

        stream.Open();
        Assert.That(async () => await pending, Throws.InstanceOf<ObjectDisposedException>());
        Assert.That(rented.All(array => array.All(b => b == 0xEE)), Is.True);
        Assert.That(() => reader.Read(out _), Throws.InstanceOf<ObjectDisposedException>());
        Assert.That(async () => await reader.ReadAsync(), Throws.InstanceOf<ObjectDisposedException>());
        reader.Dispose();
        await Task.CompletedTask;
        foreach (byte[] array in rented)
        {
            ArrayPool<byte>.Shared.Return(array);
        }
    }

    [Test]
    public void A_packet_longer_than_the_limit_is_rejected_in_each_kind_of_record([Values(3u, 6u, 2u, 0u)] uint type)
    {
        byte[] data = GamePacket(1, 97);
        uint length = (uint)data.Length;
        foreach (int limit in (int[])[data.Length, data.Length - 1])
        {
            CaptureBytes bytes = new();
            byte[] padded = [.. data, .. new byte[-data.Length & 3]];
            if (type == 0)
            {
                bytes.Raw([.. bytes.U32(0xA1B2C3D4), .. bytes.U16(2), .. bytes.U16(4), .. bytes.U32(0), .. bytes.U32(0), .. bytes.U32(65535), .. bytes.U32(147)])
                    .Raw([.. bytes.U32(2), .. bytes.U32(3), .. bytes.U32(length), .. bytes.U32(length), .. data]);
            }
            else
            {
                byte[] front = type == 3 ? [] : [.. bytes.U32(0), .. bytes.U32(0), .. bytes.U32(5), .. bytes.U32(length)];
                bytes.Section().Interface().Block(type, [.. front, .. bytes.U32(length), .. padded]);
            }

            using CaptureReader reader = Open(bytes.ToArray(), new CaptureReaderOptions { MaxPacketSize = limit });
            bool fits = limit == data.Length;
            Assert.That(reader.Read(out CaptureRecord record), Is.EqualTo(fits ? CaptureStatus.Packet : CaptureStatus.Invalid));
            Assert.That((record.Data.Length, reader.Error), Is.EqualTo(fits ? (data.Length, CaptureError.None) : (0, CaptureError.TooLong)));
        }
    }

    [Test]
    public void A_simple_packet_that_was_truncated_to_the_limit_is_read()
    {
        CaptureBytes bytes = new CaptureBytes().Section().Interface(147, 8);
        bytes.Block(3, [.. bytes.U32(1_000_000), 1, 2, 3, 4, 5, 6, 7, 8]);
        using CaptureReader reader = Open(bytes.ToArray(), new CaptureReaderOptions { MaxPacketSize = 8 });
        Assert.That(reader.Read(out CaptureRecord record), Is.EqualTo(CaptureStatus.Packet));
        Assert.That((record.Data.Length, record.OriginalLength), Is.EqualTo((8, 1_000_000L)));
    }
}

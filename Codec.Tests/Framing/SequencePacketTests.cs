using System;
using System.Buffers;
using System.Collections.Generic;
using Codec.Framing;
using Codec.Packets;
using Codec.Tests.Doubles;
using NUnit.Framework;

namespace Codec.Tests.Framing;

public sealed class SequencePacketTests
{
    private static readonly byte[] Bytes = [5, 0, 7, 0, 1, 2, 3, 4, 5, 0, 0, 8, 0];

    [Test]
    public void A_segmented_packet_is_copied_only_on_request_and_into_the_given_scratch([Range(0, 9)] int cut)
    {
        List<ReadOnlyMemory<byte>> segments = [Bytes.AsMemory(0, cut), default, Bytes.AsMemory(cut)];
        SequencePacketReader reader = new(TestSegment.Join(segments));
        Assert.That(reader.Read(out SequencePacket packet, out _), Is.EqualTo(OperationStatus.Done));
        bool isWhole = cut is 0 or 9;
        Assert.That(packet.IsContiguous, Is.EqualTo(isWhole));
        Assert.That((packet.Header.Id, packet.Header.Size, packet.Length), Is.EqualTo((7, 5, 9)));
        Assert.That(packet.FirstPayloadSpan.Length, Is.EqualTo(cut is > 4 and < 9 ? cut - 4 : 5));

        byte[] scratch = new byte[9];
        Assert.That(packet.ToPacket(scratch).Raw.ToArray(), Is.EqualTo(Bytes[..9]));
        Assert.That(scratch[0], Is.EqualTo(isWhole ? 0 : 5));
        Array.Clear(scratch);
        Assert.That(packet.GetPayload(scratch).ToArray(), Is.EqualTo(Bytes[4..9]));
        Assert.That(scratch[0], Is.EqualTo(cut is > 4 and < 9 ? 1 : 0));
        using PacketLease lease = packet.ToLease();
        Assert.That(lease.Packet.Payload.ToArray(), Is.EqualTo(Bytes[4..9]));

        Assert.That(reader.Read(out packet, out _), Is.EqualTo(OperationStatus.Done));
        Assert.That((packet.Id, packet.FirstPayloadSpan.Length, reader.Consumed), Is.EqualTo((8u, 0, 13L)));
    }

    [Test]
    public void A_packet_is_copied_only_to_memory_that_holds_it()
    {
        SequencePacketReader reader = new(new ReadOnlySequence<byte>(Bytes));
        reader.Read(out SequencePacket packet, out _);
        byte[] copy = new byte[9];
        packet.CopyTo(copy);
        Assert.That(copy, Is.EqualTo(Bytes[..9]));
        Assert.That(Caught(packet), Does.Contain("8 bytes; 9 are needed"));
        Assert.That(default(SequencePacket).Raw.IsEmpty, Is.True);

        static string Caught(SequencePacket packet)
        {
            try
            {
                packet.CopyTo(new byte[8]);
                return "";
            }
            catch (ArgumentException exception)
            {
                return exception.Message;
            }
        }
    }

    [Test]
    public void An_id_above_the_default_format_has_no_default_header()
    {
        SequencePacketReader reader = new(new ReadOnlySequence<byte>([0, 0, 0, 0, 0, 0, 1, 0]), new PacketFormat(sizeWidth: 4, idWidth: 4));
        reader.Read(out SequencePacket packet, out _);
        Assert.That(packet.Id, Is.EqualTo(65_536));
        Assert.That(HasHeader(packet), Is.False);

        static bool HasHeader(SequencePacket packet)
        {
            try
            {
                return packet.Header.Id == packet.Id;
            }
            catch (InvalidOperationException)
            {
                return false;
            }
        }
    }

    [Test]
    public void A_scratch_that_is_too_short_is_rejected_with_both_lengths()
    {
        SequencePacketReader reader = new(TestSegment.Join([Bytes.AsMemory(0, 6), Bytes.AsMemory(6)]));
        reader.Read(out SequencePacket packet, out _);
        Assert.That(Caught(packet, whole: true), Does.Contain("8 bytes; 9 are needed"));
        Assert.That(Caught(packet, whole: false), Does.Contain("4 bytes; 5 are needed"));

        static string Caught(SequencePacket packet, bool whole)
        {
            try
            {
                return whole ? $"{packet.ToPacket(new byte[8]).Id}" : $"{packet.GetPayload(new byte[4]).Length}";
            }
            catch (ArgumentException exception)
            {
                return exception.Message;
            }
        }
    }

    [Test]
    public void A_sequence_over_an_array_or_other_memory_is_read_the_same_way()
    {
        // The bytes around the packets are zeros, which would be read as empty packets.
        using CountingMemoryPool pool = new(26);
        using IMemoryOwner<byte> unmanaged = pool.Rent();
        unmanaged.Memory.Span.Clear();
        Bytes.CopyTo(unmanaged.Memory.Slice(4));
        ReadOnlyMemory<byte> part = unmanaged.Memory.Slice(4, 13);
        foreach (ReadOnlySequence<byte> sequence in (ReadOnlySequence<byte>[])
            [new(Bytes), new([99, .. Bytes, 0, 0, 0, 0], 1, 13), new(part), new ReadOnlySequence<byte>(unmanaged.Memory).Slice(4, 13), TestSegment.JoinInside([part])])
        {
            SequencePacketReader reader = new(sequence);
            Assert.That(reader.Read(out SequencePacket packet, out _), Is.EqualTo(OperationStatus.Done));
            Assert.That(packet.Payload.ToArray(), Is.EqualTo(Bytes[4..9]));
            Assert.That(packet.ToPacket(default).Raw.ToArray(), Is.EqualTo(packet.Raw.ToArray()));
            Assert.That(reader.Read(out packet, out _), Is.EqualTo(OperationStatus.Done));
            Assert.That((packet.Id, packet.Raw.ToArray()), Is.EqualTo((8u, Bytes[9..])));
            Assert.That(reader.Read(out packet, out PacketError error), Is.EqualTo(OperationStatus.NeedMoreData));
            Assert.That((error, reader.Consumed), Is.EqualTo((PacketError.HeaderTruncated, 13L)));
        }
    }

    [Test]
    public void Header_throws_if_the_id_does_not_fit_the_default_format()
    {
        Assert.That(() => Decode([0, 0, 0, 0, 1, 0]).Header.Id, Throws.InvalidOperationException.With.Message.Contains("65536"));
        Assert.That(Decode([0, 0, 0xFF, 0xFF, 0, 0]).Header, Is.EqualTo(new PacketHeader(65535, 0)));

        static Packet Decode(byte[] bytes)
        {
            PacketDecoder.Decode(bytes, new PacketFormat(idWidth: 4), out Packet packet, out _, out _);
            return packet;
        }
    }

    [TestCase(0, PacketError.HeaderTruncated)]
    [TestCase(3, PacketError.HeaderTruncated)]
    [TestCase(8, PacketError.PayloadTruncated)]
    [TestCase(9, PacketError.None)]
    [TestCase(10, PacketError.TrailingBytes)]
    [TestCase(13, PacketError.TrailingBytes)]
    public void A_datagram_must_contain_exactly_one_packet(int length, PacketError expected)
    {
        Assert.That(PacketDecoder.TryDecodeDatagram(Bytes.AsSpan(0, length), PacketFormat.Default, out Packet packet, out PacketError error), Is.EqualTo(expected == PacketError.None));
        Assert.That((error, packet.Raw.Length), Is.EqualTo((expected, expected == PacketError.None ? 9 : 0)));
    }
}

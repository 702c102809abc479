using System;
using Codec.Packets;
using Codec.Payloads;
using Game;
using NUnit.Framework;

namespace Codec.Tests.Payloads;

[TestFixture]
public sealed class FlatBufferPacketReadTests
{
    private const ushort Id = 65534;
    private static readonly byte[] Packet = FlatBufferPacketTests.Seed(initialSize: 64).AsPacket(Id).ToArray();

    [Test]
    public void The_root_is_read_at_any_offset_of_an_array([Values(0, 1, 3, 8)] int offset)
    {
        byte[] array = new byte[offset + Packet.Length + 5];
        array.AsSpan().Fill(0xFF);
        Packet.CopyTo(array, offset);
        bool accepted = FlatBufferPacket.TryReadRoot(
            new ArraySegment<byte>(array, offset, Packet.Length), Id, TestPacketVerify.Verify, out TestPacket root, out PacketError error);
        Assert.That(error, Is.EqualTo(PacketError.None));
        Assert.That(accepted, Is.True);
        Assert.That(root.Msg, Is.EqualTo("This is a message!"));
        Assert.That(root.Number, Is.EqualTo(255));
    }

    [Test]
    public void A_packet_that_is_truncated_at_any_byte_is_rejected([Range(0, 51)] int length)
    {
        Assert.That(
            FlatBufferPacket.TryReadRoot(new ArraySegment<byte>(Packet, 0, length), Id, TestPacketVerify.Verify, out TestPacket _, out PacketError error),
            Is.False);
        Assert.That(error, Is.EqualTo(length < 4 ? PacketError.HeaderTruncated : PacketError.PayloadTruncated));
    }

    [Test]
    public void Bytes_after_the_packet_are_rejected()
    {
        byte[] longer = [.. Packet, 0];
        Assert.That(
            FlatBufferPacket.TryReadRoot(new ArraySegment<byte>(longer), Id, TestPacketVerify.Verify, out TestPacket _, out PacketError error), Is.False);
        Assert.That(error, Is.EqualTo(PacketError.TrailingBytes));
    }

    [Test]
    public void A_packet_with_another_id_is_rejected()
    {
        Assert.That(FlatBufferPacket.TryReadRoot(new ArraySegment<byte>(Packet), 1, TestPacketVerify.Verify, out TestPacket _, out PacketError error), Is.False);
        Assert.That(error, Is.EqualTo(PacketError.UnexpectedId));
    }

    [Test]
    public void An_empty_payload_is_rejected()
    {
        byte[] empty = [0, 0, 254, 255];
        Assert.That(FlatBufferPacket.TryReadRoot(new ArraySegment<byte>(empty), Id, TestPacketVerify.Verify, out TestPacket _, out PacketError error), Is.False);
        Assert.That(error, Is.EqualTo(PacketError.PayloadInvalid));
    }

    [Test]
    public void A_packet_without_the_expected_file_identifier_is_rejected()
    {
        Assert.That(
            FlatBufferPacket.TryReadRoot(new ArraySegment<byte>(Packet), Id, TestPacketVerify.Verify, out TestPacket _, out PacketError error, fileIdentifier: "TEST"),
            Is.False);
        Assert.That(error, Is.EqualTo(PacketError.PayloadInvalid));
    }

    [Test]
    public void A_packet_with_any_changed_byte_is_rejected_or_read_without_an_exception()
    {
        for (int position = 4; position < Packet.Length; position++)
        {
            for (int value = 0; value < 256; value++)
            {
                byte[] changed = (byte[])Packet.Clone();
                changed[position] = (byte)value;
                if (FlatBufferPacket.TryReadRoot(new ArraySegment<byte>(changed), Id, TestPacketVerify.Verify, out TestPacket root, out PacketError error))
                {
                    Assert.That(() => (root.Msg, root.Number), Throws.Nothing, $"byte {position} = {value}");
                }
                else
                {
                    Assert.That(error, Is.EqualTo(PacketError.PayloadInvalid));
                }
            }
        }
    }

    [Test]
    public void Null_arguments_throw_ArgumentNullException()
    {
        Assert.Multiple(() =>
        {
            Assert.That(
                () => FlatBufferPacket.TryReadRoot(default, Id, TestPacketVerify.Verify, out TestPacket _, out _), Throws.ArgumentNullException);
            Assert.That(() => FlatBufferPacket.TryReadRoot(new ArraySegment<byte>(Packet), Id, null!, out TestPacket _, out _), Throws.ArgumentNullException);
        });
    }
}

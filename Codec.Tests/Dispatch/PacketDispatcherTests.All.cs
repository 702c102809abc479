using System;
using System.Buffers;
using System.Collections.Generic;
using Codec.Dispatch;
using Codec.Framing;
using Codec.Packets;
using Codec.Tests.Framing.Drivers;
using Game;
using Google.FlatBuffers;
using NUnit.Framework;

namespace Codec.Tests.Dispatch;

/// <content>All packets of a part of an array in one call.</content>
public sealed partial class PacketDispatcherTests
{
    [Test]
    public void All_packets_of_a_part_of_an_array_are_handled_up_to_the_one_that_is_cut([Values] bool isDefaultFormat)
    {
        PacketFormat format = isDefaultFormat ? PacketFormat.Default : new PacketFormat(byteOrder: PacketByteOrder.BigEndian);
        FlatBufferBuilder builder = new(64);
        builder.Finish(TestPacket.CreateTestPacket(builder, builder.CreateString("Hello"), 255).Value);
        ArrayBufferWriter<byte> output = new();
        List<string> expected = [];
        List<(int End, int Handled)> ends = [(0, 0)];
        Add(1, [1, 2, 3], "raw 3");
        Add(2, [7, 0, 0, 0, 0, 0, 0, 0], "struct 7");
        Add(4, [], "from client");
        Add(1, [1], "raw 1");
        if (!RuntimeUnderTest.IsPackage)
        {
            Add(65534, builder.SizedByteArray(), "Hello 255");
        }

        byte[] bytes = [9, 9, .. output.WrittenSpan, 9];
        using PacketDispatcher<List<string>> dispatcher = new(Routes(), _log, PacketDirections.ToServer);
        for (int count = 0; count <= output.WrittenCount; count++)
        {
            _log.Clear();
            PacketError error = dispatcher.DispatchAll(new ArraySegment<byte>(bytes, 2, count), format, out int consumed);
            (int end, int handled) = ends.FindLast(place => place.End <= count);
            Assert.That((error, consumed), Is.EqualTo((PacketError.None, end)), $"{count} bytes");
            Assert.That(_log, Is.EqualTo(expected.GetRange(0, handled)));
        }

        void Add(uint id, byte[] payload, string log)
        {
            PacketEncoder.Write(output, id, payload, format);
            expected.Add(log);
            ends.Add((output.WrittenCount, expected.Count));
        }
    }

    [Test]
    public void Of_all_packets_the_first_that_is_refused_is_not_consumed()
    {
        using PacketDispatcher<List<string>> dispatcher = new(Routes(), _log, PacketDirections.ToServer);
        foreach ((byte[] refused, PacketError expected) in ((byte[], PacketError)[])
            [
                ([0, 0, 5, 0], PacketError.IdNotAllowed),
                ([11, 0, 1, 0, .. new byte[11]], PacketError.PayloadTooLarge),
                ([7, 0, 2, 0, .. new byte[7]], PacketError.PayloadInvalid),
                ([0, 0, 254, 255], PacketError.PayloadInvalid),
                ([0, 0, 99, 0], PacketError.UnknownId),
            ])
        {
            _log.Clear();
            byte[] bytes = [0, 0, 4, 0, .. refused, 0, 0, 4, 0];
            Assert.That(
                (dispatcher.DispatchAll(new ArraySegment<byte>(bytes), PacketFormat.Default, out int consumed), consumed), Is.EqualTo((expected, 4)));
            Assert.That(_log, Is.EqualTo((string[])["from client"]));
        }

        PacketFormat small = new(maxPayloadSize: 10);
        Assert.That(
            (dispatcher.DispatchAll(new ArraySegment<byte>([0, 0, 4, 0, 11, 0, 1, 0]), small, out int taken), taken),
            Is.EqualTo((PacketError.PayloadTooLarge, 4)));
        Assert.That(() => dispatcher.DispatchAll(default, PacketFormat.Default, out _), Throws.ArgumentNullException);
        Assert.That(() => dispatcher.DispatchAll(new ArraySegment<byte>([]), null!, out _), Throws.ArgumentNullException);
    }

    [Test]
    public void Of_all_packets_those_behind_one_whose_handler_throws_can_still_be_handled([Values] bool isDefaultFormat)
    {
        PacketFormat format = isDefaultFormat ? PacketFormat.Default : new PacketFormat(fieldOrder: PacketFieldOrder.IdFirst);
        using PacketDispatcher<List<string>> dispatcher = new(Routes(), _log, PacketDirections.ToServer);
        ArrayBufferWriter<byte> output = new();
        PacketEncoder.Write(output, 7, [1, 2], format);
        PacketEncoder.Write(output, 4, default, format);
        byte[] bytes = output.WrittenSpan.ToArray();
        int consumed = 0;
        Assert.That(() => dispatcher.DispatchAll(new ArraySegment<byte>(bytes), format, out consumed), Throws.InstanceOf<HandlerException>());
        Assert.That((consumed, _log.Count), Is.EqualTo((6, 0)));
        Assert.That(dispatcher.DispatchAll(new ArraySegment<byte>(bytes, 6, 4), format, out consumed), Is.EqualTo(PacketError.None));
        Assert.That((consumed, _log.Count), Is.EqualTo((4, 1)));
    }
}

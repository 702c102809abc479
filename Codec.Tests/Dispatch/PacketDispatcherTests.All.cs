using System;
using System.Buffers;
using System.Collections.Generic;
using Codec.Dispatch;
using Codec.Framing;
using Codec.Packets;
using Codec.Tests.Doubles;
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
        Add(8, [1, 2], "own raw 2");
        Add(9, [6, 0, 0, 0, 0, 0, 0, 0], "own struct 6");
        if (!RuntimeUnderTest.IsPackage)
        {
            Add(65534, builder.SizedByteArray(), "Hello 255");
            Add(10, builder.SizedByteArray(), "own Hello");
        }

        PacketRoutes<List<string>> routes = Routes()
            .Add(8, (_log, "own"), new RawRoute<(List<string> Log, string Name)>(static (own, in packet) => own.Log.Add($"{own.Name} raw {packet.PayloadSize}")))
            .Add(9, (_log, "own"), new StructRoute<(List<string> Log, string Name), long>(static (own, in value) => own.Log.Add($"{own.Name} struct {value}")))
            .Add(10, (_log, "own"), new FlatBufferRoute<(List<string> Log, string Name), TestPacket>(
                TestPacketVerify.Verify, static (own, in packet) => own.Log.Add($"{own.Name} {packet.Msg}")));
        byte[] bytes = [9, 9, .. output.WrittenSpan, 9];
        using PacketDispatcher<List<string>> dispatcher = new(routes, _log, PacketDirections.ToServer);
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
        PacketEncoder.Write(output, 4, [], format);
        byte[] bytes = output.WrittenSpan.ToArray();
        int consumed = 0;
        Assert.That(() => dispatcher.DispatchAll(new ArraySegment<byte>(bytes), format, out consumed), Throws.InstanceOf<HandlerException>());
        Assert.That((consumed, _log.Count), Is.EqualTo((6, 0)));
        Assert.That(dispatcher.DispatchAll(new ArraySegment<byte>(bytes, 6, 4), format, out consumed), Is.EqualTo(PacketError.None));
        Assert.That((consumed, _log.Count), Is.EqualTo((4, 1)));
    }

    [Test]
    public void Of_all_packets_one_whose_handler_or_report_throws_leaves_what_it_changed([Values] bool isDefaultFormat)
    {
        PacketFormat format = isDefaultFormat ? PacketFormat.Default : new PacketFormat(sizeWidth: 4);
        int header = format.HeaderSize;
        CountingPool pool = new();
        PacketDispatcher<List<string>>? dispatcher = null;
        PacketRoutes<List<string>> routes = Routes().AddRaw(8, (_, in _) =>
        {
            dispatcher!.ConnectionState = Playing;
            throw new HandlerException();
        });
        dispatcher = new PacketDispatcher<List<string>>(
            routes, _log, PacketDirections.ToServer, UnknownPacketPolicy.Report, static (_, in _) => throw new HandlerException(), pool);
        ArrayBufferWriter<byte> output = new();
        PacketEncoder.Write(output, 4, [], format);
        PacketEncoder.Write(output, 8, [1], format);
        PacketEncoder.Write(output, 6, [], format);
        PacketEncoder.Write(output, 99, [1, 2], format);
        PacketEncoder.Write(output, 6, [], format);
        byte[] bytes = output.WrittenSpan.ToArray();
        int consumed = 0;
        Assert.That(() => dispatcher.DispatchAll(new ArraySegment<byte>(bytes), format, out consumed), Throws.InstanceOf<HandlerException>());
        Assert.That((consumed, dispatcher.ConnectionState, _log.Count), Is.EqualTo(((2 * header) + 1, Playing, 1)));

        ArraySegment<byte> rest = new(bytes, consumed, bytes.Length - consumed);
        Assert.That(() => dispatcher.DispatchAll(rest, format, out consumed), Throws.InstanceOf<HandlerException>());
        Assert.That((consumed, dispatcher.UnknownPackets), Is.EqualTo(((2 * header) + 2, 1L)));

        rest = new ArraySegment<byte>(bytes, rest.Offset + consumed, rest.Count - consumed);
        Assert.That(dispatcher.DispatchAll(rest, format, out consumed), Is.EqualTo(PacketError.None));
        Assert.That((consumed, string.Join(", ", _log)), Is.EqualTo((header, "from client, in play, in play")));
        dispatcher.Dispose();
        Assert.That(pool.Outstanding, Is.Zero);
    }
}

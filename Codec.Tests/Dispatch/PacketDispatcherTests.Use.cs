using System;
using System.Buffers;
using System.Collections.Generic;
using Codec.Dispatch;
using Codec.Framing;
using Codec.Packets;
using Codec.Tests.Doubles;
using NUnit.Framework;

namespace Codec.Tests.Dispatch;

/// <content>Use from within handlers and after Dispose, and what is kept.</content>
public sealed partial class PacketDispatcherTests
{
    private const int ToPlay = 1;
    private const int ToLobby = 2;

    [Test]
    public void A_handler_cannot_dispatch_through_its_own_dispatcher([Values] bool outerIsBatch, [Values(0, 1, 2)] int inner)
    {
        PacketDispatcher<Action>? dispatcher = null;
        PacketRoutes<Action> routes = new PacketRoutes<Action>().AddRaw(1, static (action, in _) => action()).AddRaw(2, (_, in _) => _log.Add("two"));
        dispatcher = new PacketDispatcher<Action>(routes, Again, PacketDirections.ToServer);
        byte[] outer = [0, 0, 1, 0];
        Assert.That(
            () => outerIsBatch ? dispatcher.DispatchAll(new ArraySegment<byte>(outer), PacketFormat.Default, out _) : dispatcher.Dispatch(Make(1)),
            Throws.InvalidOperationException.With.Message.Contains("handler"));
        Assert.That(_log, Is.Empty);

        // The exception did not leave it entered.
        Assert.That(dispatcher.Dispatch(Make(2)), Is.EqualTo(PacketError.None));
        Assert.That(dispatcher.DispatchAll(new ArraySegment<byte>([0, 0, 2, 0]), PacketFormat.Default, out _), Is.EqualTo(PacketError.None));
        Assert.That(_log, Has.Count.EqualTo(2));
        dispatcher.Dispose();

        void Again()
        {
            switch (inner)
            {
                case 0:
                    dispatcher!.Dispatch(Make(2));
                    break;
                case 1:
                    dispatcher!.DispatchAll(new ArraySegment<byte>([0, 0, 2, 0]), PacketFormat.Default, out _);
                    break;
                default:
                    DispatchCut(dispatcher!, 2, new byte[9]);
                    break;
            }
        }
    }

    [Test]
    public void A_reporter_cannot_dispatch_either()
    {
        PacketDispatcher<List<string>>? dispatcher = null;
        dispatcher = new PacketDispatcher<List<string>>(
            Routes(), _log, PacketDirections.ToServer, UnknownPacketPolicy.Report, (_, in _) => dispatcher!.Dispatch(Make(4)));
        Assert.That(() => dispatcher.Dispatch(Make(99)), Throws.InvalidOperationException);
        Assert.That((dispatcher.Dispatch(Make(4)), _log.Count), Is.EqualTo((PacketError.None, 1)));
        dispatcher.Dispose();
    }

    [Test]
    public void Every_use_after_dispose_throws_and_rents_nothing()
    {
        CountingPool pool = new();
        PacketDispatcher<List<string>> dispatcher = new(Routes(), _log, PacketDirections.ToServer, pool: pool);
        dispatcher.Dispose();
        dispatcher.Dispose();
        dispatcher.ConnectionState = Playing;
        Assert.That(() => dispatcher.Dispatch(Make(4)), Throws.InstanceOf<ObjectDisposedException>());
        Assert.That(() => DispatchCut(dispatcher, 2, new byte[8]), Throws.InstanceOf<ObjectDisposedException>());
        Assert.That(
            () => dispatcher.DispatchAll(new ArraySegment<byte>([0, 0, 4, 0]), PacketFormat.Default, out _), Throws.InstanceOf<ObjectDisposedException>());
        Assert.That((pool.Rents, _log.Count), Is.EqualTo((0, 0)));
    }

    [Test]
    public void A_handler_that_disposes_its_dispatcher_is_the_last([Values(0, 1, 2)] int kind)
    {
        CountingPool pool = new();
        PacketDispatcher<Action>? dispatcher = null;
        PacketRoutes<Action> routes = new PacketRoutes<Action>().AddRaw(1, static (action, in _) => action());
        int during = -1;
        int calls = 0;
        dispatcher = new PacketDispatcher<Action>(routes, Close, PacketDirections.ToServer, pool: pool);
        if (kind == 2)
        {
            Assert.That(DispatchCut(dispatcher, 1, new byte[9]), Is.EqualTo(PacketError.None));
            Assert.That(during, Is.EqualTo(1), "the packet lay in memory that was returned");
        }
        else
        {
            PacketFormat format = kind == 0 ? PacketFormat.Default : new PacketFormat(byteOrder: PacketByteOrder.BigEndian);
            ArrayBufferWriter<byte> output = new();
            PacketEncoder.Write(output, 1, [], format);
            PacketEncoder.Write(output, 1, [], format);
            Assert.That(
                () => dispatcher.DispatchAll(new ArraySegment<byte>(output.WrittenSpan.ToArray()), format, out _),
                Throws.InstanceOf<ObjectDisposedException>());
        }

        Assert.That((calls, pool.Outstanding), Is.EqualTo((1, 0)));

        void Close()
        {
            calls++;
            dispatcher!.Dispose();
            during = pool.Outstanding;
        }
    }

    [Test]
    public void The_connection_state_that_a_handler_sets_holds_for_the_next_packet_of_the_batch([Values] bool isDefaultFormat)
    {
        PacketFormat format = isDefaultFormat ? PacketFormat.Default : new PacketFormat(byteOrder: PacketByteOrder.BigEndian);
        PacketDispatcher<List<string>>? dispatcher = null;
        PacketRoutes<List<string>> routes = new PacketRoutes<List<string>>()
            .AddRaw(ToPlay, (_, in _) => dispatcher!.ConnectionState = Playing)
            .AddRaw(ToLobby, (_, in _) => dispatcher!.ConnectionState = 0)
            .AddRaw(6, static (log, in _) => log.Add("in play"), new PacketRules { States = PacketRules.InStates(Playing) });
        dispatcher = new PacketDispatcher<List<string>>(routes, _log, PacketDirections.ToServer);
        ArrayBufferWriter<byte> output = new();
        foreach (uint id in (uint[])[ToPlay, 6, 6, ToLobby, 6, ToPlay])
        {
            PacketEncoder.Write(output, id, [], format);
        }

        PacketError error = dispatcher.DispatchAll(new ArraySegment<byte>(output.WrittenSpan.ToArray()), format, out int consumed);
        Assert.That((error, consumed), Is.EqualTo((PacketError.IdNotAllowed, 16)));
        Assert.That((_log.Count, dispatcher.ConnectionState), Is.EqualTo((2, 0)));
        dispatcher.Dispose();
    }

    [Test]
    public void A_flood_of_unknown_ids_in_segments_is_copied_only_for_reports([Values] UnknownPacketPolicy policy)
    {
        CountingPool pool = new();
        int reports = 0;
        using PacketDispatcher<List<string>> dispatcher = new(
            new PacketRoutes<List<string>>(), _log, PacketDirections.ToServer, policy, (_, in packet) => reports += packet.PayloadSize == 5 ? 1 : 0, pool);
        PacketError expected = policy == UnknownPacketPolicy.Close ? PacketError.UnknownId : PacketError.None;
        byte[] payload = new byte[5];
        for (int id = 0; id <= ushort.MaxValue; id++)
        {
            if (DispatchCut(dispatcher, (ushort)id, payload) != expected)
            {
                Assert.Fail($"id {id}");
            }
        }

        bool isReported = policy == UnknownPacketPolicy.Report;
        Assert.That(dispatcher.UnknownPackets, Is.EqualTo(65536));
        Assert.That(reports, Is.EqualTo(isReported ? PacketDispatcher<List<string>>.MaxReports : 0));
        Assert.That(pool.Rents, Is.EqualTo(isReported ? 1 : 0));
    }

    [Test]
    public void A_packet_in_segments_that_is_not_allowed_or_too_large_is_not_copied()
    {
        CountingPool pool = new();
        using PacketDispatcher<List<string>> dispatcher = new(Routes(), _log, PacketDirections.ToServer, pool: pool);
        Assert.That(DispatchCut(dispatcher, 5, new byte[9]), Is.EqualTo(PacketError.IdNotAllowed));
        Assert.That(DispatchCut(dispatcher, 6, new byte[9]), Is.EqualTo(PacketError.IdNotAllowed));
        Assert.That(DispatchCut(dispatcher, 1, new byte[11]), Is.EqualTo(PacketError.PayloadTooLarge));
        Assert.That(pool.Rents, Is.Zero);
    }

    [Test]
    public void The_memory_of_a_large_packet_is_not_kept([Values] bool throws)
    {
        PacketFormat wide = new(sizeWidth: 4, maxPayloadSize: 1 << 20);
        CountingPool pool = new();
        using PacketDispatcher<List<string>> dispatcher = new(Routes(), _log, PacketDirections.ToServer, pool: pool);
        ArrayBufferWriter<byte> output = new();
        PacketEncoder.Write(output, throws ? 7u : 4, new byte[1 << 20], wide);
        byte[] bytes = output.WrittenSpan.ToArray();
        SequencePacketReader reader = new(TestSegment.Join([bytes.AsMemory(0, 100), bytes.AsMemory(100)]), wide);
        Assert.That(reader.Read(out SequencePacket packet, out _), Is.EqualTo(OperationStatus.Done));
        try
        {
            Assert.That(dispatcher.Dispatch(packet), Is.EqualTo(PacketError.None));
        }
        catch (HandlerException)
        {
            Assert.That(throws, Is.True);
        }

        Assert.That((pool.Rents, pool.Outstanding), Is.EqualTo((1, 0)));
        Assert.That(DispatchCut(dispatcher, 4, new byte[9]), Is.EqualTo(PacketError.None));
        Assert.That((pool.Rents, pool.Outstanding), Is.EqualTo((2, 1)));
    }

    private static PacketError DispatchCut<TState>(PacketDispatcher<TState> dispatcher, ushort id, byte[] payload)
    {
        byte[] bytes = [(byte)payload.Length, (byte)(payload.Length >> 8), (byte)id, (byte)(id >> 8), .. payload];
        SequencePacketReader reader = new(TestSegment.Join([bytes.AsMemory(0, 5), bytes.AsMemory(5)]));
        reader.Read(out SequencePacket packet, out _);
        return dispatcher.Dispatch(packet);
    }
}

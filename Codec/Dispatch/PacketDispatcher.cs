using System;
using System.Buffers;
using System.Runtime.CompilerServices;
using Codec.Compat;
using Codec.Framing;
using Codec.Packets;

namespace Codec.Dispatch;

/// <summary>Hands one connection's packets to their handlers, each verified first.</summary>
/// <typeparam name="TState">The state that handlers get.</typeparam>
/// <remarks>
/// <para>
/// A packet whose id is unknown is passed over, reported or refused by policy; one that is not allowed in this direction or connection
/// state, too large for its type, or refused by its verifier is an error, and its handler is not called. What a handler throws reaches the
/// caller, and the next packet can be dispatched.
/// </para>
/// <para>
/// One dispatcher per connection; not safe for use by several threads at once, nor from within its own handlers. Dispatch allocates
/// nothing. Dispose returns the scratch memory; a handler may call it, and no further packet is then handled.
/// </para>
/// </remarks>
public sealed partial class PacketDispatcher<TState> : IDisposable
{
    /// <summary>How many unknown packets a dispatcher reports: enough to see what is wrong, too few to fill a log.</summary>
    public const int MaxReports = 100;

    private readonly PacketRegistration<TState>[][] _pages;
    private readonly PacketDirections _receives;
    private readonly UnknownPacketPolicy _unknown;
    private readonly RawPacketHandler<TState>? _report;
    private ulong _allowed;
    private int _connectionState;

    /// <summary>Makes a dispatcher.</summary>
    /// <param name="routes">The handlers; nothing can be added to them any more.</param>
    /// <param name="state">What handlers get.</param>
    /// <param name="receives">
    /// Which packets come in here: <see cref="PacketDirections.ToServer"/> at a server, <see cref="PacketDirections.ToClient"/> at a client. With
    /// <see cref="PacketDirections.Both"/>, a packet is accepted that either side may send.
    /// </param>
    /// <param name="unknown">What to do with packets that nothing is registered for; they close the connection by default.</param>
    /// <param name="report">Gets the first <see cref="MaxReports"/> of them, where the policy is <see cref="UnknownPacketPolicy.Report"/>.</param>
    /// <param name="pool">Where the scratch memory comes from; <see cref="ArrayPool{T}.Shared"/> where it is <see langword="null"/>.</param>
    /// <exception cref="ArgumentNullException"><paramref name="routes"/>, or <paramref name="report"/> where it is needed, is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="unknown"/> is not defined, or <paramref name="receives"/> none.</exception>
    public PacketDispatcher(
        PacketRoutes<TState> routes,
        TState state,
        PacketDirections receives,
        UnknownPacketPolicy unknown = UnknownPacketPolicy.Close,
        RawPacketHandler<TState>? report = null,
        ArrayPool<byte>? pool = null)
    {
        if (routes is null)
        {
            Throw.ArgumentNull(nameof(routes));
        }

        if (receives is < PacketDirections.ToServer or > PacketDirections.Both)
        {
            Throw.UndefinedValue(nameof(receives), (int)receives);
        }

        if (unknown > UnknownPacketPolicy.Report)
        {
            Throw.UndefinedValue(nameof(unknown), (int)unknown);
        }

        if (unknown == UnknownPacketPolicy.Report && report is null)
        {
            Throw.ArgumentNull(nameof(report));
        }

        _pages = routes.Freeze();
        State = state;
        _receives = receives;
        _unknown = unknown;
        _report = report;
        Scratch = new DispatchScratch(pool ?? ArrayPool<byte>.Shared);
        ConnectionState = 0;
    }

    /// <summary>The state that the connection is in, 0 to 31: it decides with <see cref="PacketRules.States"/> which packets are accepted. 0 at first.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The number is not between 0 and 31.</exception>
    public int ConnectionState
    {
        get => _connectionState;
        set
        {
            if ((uint)value >= PacketRules.MaxStates)
            {
                Throw.StateOutOfRange(value, PacketRules.MaxStates);
            }

            _connectionState = value;
            _allowed = _isDisposed ? 0 : PacketRoutes<TState>.AllowedBits(_receives, 1u << value);
        }
    }

    internal TState State { get; }

    internal DispatchScratch Scratch { get; }

    /// <summary>How many packets came that nothing is registered for.</summary>
    public long UnknownPackets { get; private set; }

    /// <summary>Hands a packet to its handler.</summary>
    /// <param name="packet">The packet; valid during the call.</param>
    /// <returns>
    /// <see cref="PacketError.None"/> where the packet was handled or passed over; otherwise why not, and the connection should be closed.
    /// </returns>
    /// <exception cref="InvalidOperationException">Called by a handler of this dispatcher.</exception>
    /// <exception cref="ObjectDisposedException">The dispatcher was disposed.</exception>
    public PacketError Dispatch(in Packet packet)
    {
        Enter();
        try
        {
            return DispatchOne(packet);
        }
        finally
        {
            Leave();
        }
    }

    /// <summary>Hands a packet to its handler, in one piece: one that lies in several segments is copied once, after its id and size were judged.</summary>
    /// <param name="packet">The packet; valid during the call.</param>
    /// <returns>
    /// <see cref="PacketError.None"/> where the packet was handled or passed over; otherwise why not, and the connection should be closed.
    /// </returns>
    /// <exception cref="InvalidOperationException">Called by a handler of this dispatcher.</exception>
    /// <exception cref="ObjectDisposedException">The dispatcher was disposed.</exception>
    public PacketError Dispatch(in SequencePacket packet)
    {
        if (packet.IsContiguous)
        {
            return Dispatch(packet.ToPacket(default));
        }

        Enter();
        try
        {
            return DispatchSegments(packet);
        }
        finally
        {
            Leave();
        }
    }

    /// <summary>Takes every whole packet off the front of a part of an array, and hands each to its handler: for less than one by one.</summary>
    /// <param name="source">Bytes that start at a packet's header.</param>
    /// <param name="format">How packets look.</param>
    /// <param name="bytesConsumed">
    /// The bytes of the packets that were handled or passed over. Where a handler throws, its packet is among them, and the rest can be
    /// dispatched by another call.
    /// </param>
    /// <returns>
    /// <see cref="PacketError.None"/> where no whole packet is left, and what is left is to be given again together with the bytes that follow
    /// it; otherwise what is wrong with the packet behind those that were consumed, and the connection should be closed.
    /// </returns>
    /// <exception cref="ArgumentNullException"><paramref name="format"/> or the segment's array is <see langword="null"/>.</exception>
    /// <exception cref="InvalidOperationException">Called by a handler of this dispatcher.</exception>
    /// <exception cref="ObjectDisposedException">The dispatcher was disposed, perhaps by the handler of an earlier packet.</exception>
    public PacketError DispatchAll(ArraySegment<byte> source, PacketFormat format, out int bytesConsumed)
    {
        if (source.Array is null)
        {
            Throw.ArgumentNull(nameof(source));
        }

        if (format is null)
        {
            Throw.ArgumentNull(nameof(format));
        }

        Enter();
        try
        {
            return DispatchBatch(source, format, out bytesConsumed);
        }
        finally
        {
            Leave();
        }
    }

    // Apart from the method that enters and leaves, for which its variables would have to lie in memory.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private PacketError DispatchBatch(ArraySegment<byte> source, PacketFormat format, out int bytesConsumed)
    {
        byte[] array = source.Array!;
        int offset = source.Offset;
        int end = offset + source.AsSpan().Length;
        bytesConsumed = 0;
        while (true)
        {
            int most = end - offset - PacketHeader.ByteCount;
            if (most < 0)
            {
                break;
            }

            uint header = PacketDecoder.ReadPacked(ref ArrayReference.At(array, offset));
            int payloadSize = (ushort)header;
            if (payloadSize > most || payloadSize > format.FastMaxPayloadSize)
            {
                break;
            }

            int start = offset;
            offset += payloadSize + PacketHeader.ByteCount;
            bytesConsumed = offset - source.Offset;
            ref readonly PacketRegistration<TState> registration = ref PacketRoutes<TState>.FindByHeader(_pages, header);
            PacketError error = (registration.Allowed & _allowed) != 0 && payloadSize <= registration.MaxPayloadSize
                ? registration.Route!.DeliverPart(array, start, header, this)
                : Meet(array, start, header);
            if (error != PacketError.None)
            {
                bytesConsumed = start - source.Offset;
                return Refuse(error);
            }
        }

        return offset == end ? PacketError.None : DispatchOthers(new ArraySegment<byte>(array, offset, end - offset), format, ref bytesConsumed);
    }

    /// <summary>What <see cref="DispatchAll"/> does with packets of other formats, and finds out what is behind the last whole packet.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private PacketError DispatchOthers(ArraySegment<byte> source, PacketFormat format, ref int bytesConsumed)
    {
        int offset = source.Offset;
        int end = offset + source.Count;
        while (true)
        {
            OperationStatus status = PacketDecoder.Decode(
                new ArraySegment<byte>(source.Array!, offset, end - offset), format, out Packet packet, out int length, out PacketError error);
            if (status != OperationStatus.Done)
            {
                return status == OperationStatus.NeedMoreData ? PacketError.None : Refuse(error);
            }

            offset += length;
            bytesConsumed += length;
            ThrowIfDisposed();
            error = DispatchOne(packet);
            if (error != PacketError.None)
            {
                bytesConsumed -= length;
                return error;
            }
        }
    }

    private static PacketError Refuse(PacketError error)
    {
        PacketCounters.CountError(error);
        return error;
    }
}

using System.Runtime.CompilerServices;
using Codec.Compat;
using Codec.Framing;
using Codec.Packets;

namespace Codec.Dispatch;

/// <content>Entering and leaving, and what is decided about a packet before its handler runs.</content>
public sealed partial class PacketDispatcher<TState>
{
    private bool _isDispatching;
    private bool _isDisposed;

    /// <summary>Whether an unknown packet would be handed to the reporter.</summary>
    private bool IsReportDue => _unknown == UnknownPacketPolicy.Report && UnknownPackets < MaxReports;

    /// <summary>Returns the scratch memory: at once, or when the handler that called this has returned.</summary>
    public void Dispose()
    {
        _isDisposed = true;

        // The rest of a batch then takes the way on which this is found out.
        _allowed = 0;
        if (!_isDispatching)
        {
            Scratch.Dispose();
        }
    }

    /// <summary>Keeps handlers from dispatching: the message that they are reading lies in memory that the next one is put into.</summary>
    private void Enter()
    {
        ThrowIfDisposed();
        if (_isDispatching)
        {
            Throw.DispatchInProgress();
        }

        _isDispatching = true;
    }

    private void Leave()
    {
        _isDispatching = false;
        if (_isDisposed)
        {
            Scratch.Dispose();
        }
        else
        {
            Scratch.Trim();
        }
    }

    private void ThrowIfDisposed()
    {
        if (_isDisposed)
        {
            Throw.Disposed(nameof(PacketDispatcher<>));
        }
    }

    private PacketError DispatchOne(in Packet packet)
    {
        ref readonly PacketRegistration<TState> registration = ref PacketRoutes<TState>.Find(_pages, packet.Id);
        PacketError error = Judge(registration, packet);
        if (error == PacketError.None && registration.Route is not null)
        {
            error = registration.Route.Deliver(packet, State, Scratch);
        }

        return error == PacketError.None ? PacketError.None : Refuse(error);
    }

    /// <summary>Copies a packet only for somebody who will look at it.</summary>
    private PacketError DispatchSegments(in SequencePacket packet)
    {
        ref readonly PacketRegistration<TState> registration = ref PacketRoutes<TState>.Find(_pages, packet.Id);
        if (registration.Route is null && !IsReportDue)
        {
            return CountUnknown() == PacketError.None ? PacketError.None : Refuse(PacketError.UnknownId);
        }

        if (registration.Route is not null && JudgeKnown(registration, packet.PayloadSize) is var error and not PacketError.None)
        {
            return Refuse(error);
        }

        byte[] bytes = Scratch.GetBytes(packet.Length);
        packet.CopyTo(bytes);
        return DispatchOne(new Packet(bytes, 0, packet.Length, packet.Id, packet.HeaderSize));
    }

    /// <summary>Whether a packet may come; one that nothing is registered for is met as the policy says.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private PacketError Judge(in PacketRegistration<TState> registration, in Packet packet) =>
        registration.Route is null ? MeetUnknown(packet) : JudgeKnown(registration, packet.PayloadSize);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private PacketError JudgeKnown(in PacketRegistration<TState> registration, int payloadSize)
    {
        if ((registration.Allowed & _allowed) == 0)
        {
            return PacketError.IdNotAllowed;
        }

        return payloadSize > registration.MaxPayloadSize ? PacketError.PayloadTooLarge : PacketError.None;
    }

    /// <summary>The same for a packet of a part of an array that does not reach a handler.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private PacketError Meet(byte[] array, int offset, uint header)
    {
        ThrowIfDisposed();
        Packet packet = new(array, offset, PacketHeader.ByteCount + (ushort)header, header >> 16, PacketHeader.ByteCount);
        return Judge(PacketRoutes<TState>.Find(_pages, packet.Id), packet);
    }

    private PacketError MeetUnknown(in Packet packet)
    {
        bool isReportDue = IsReportDue;
        PacketError error = CountUnknown();
        if (isReportDue)
        {
            _report!(State, packet);
        }

        return error;
    }

    private PacketError CountUnknown()
    {
        UnknownPackets++;
        if (_unknown == UnknownPacketPolicy.Close)
        {
            return PacketError.UnknownId;
        }

        PacketCounters.CountError(PacketError.UnknownId);
        return PacketError.None;
    }
}

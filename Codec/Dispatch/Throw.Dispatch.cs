using System;
using System.Diagnostics.CodeAnalysis;
using Codec.Dispatch;

namespace Codec;

/// <content>Dispatch.</content>
internal static partial class Throw
{
    [DoesNotReturn]
    internal static void IdTaken(uint id) => throw new ArgumentException(Text($"Id {id} has a handler already."), nameof(id));

    [DoesNotReturn]
    internal static void RoutesInUse(uint id) =>
        throw new InvalidOperationException(Text($"A dispatcher uses these routes already; id {id} cannot be added."));

    [DoesNotReturn]
    internal static void DefaultRouteTaken() => throw new InvalidOperationException("There is a default handler already; only one can be added.");

    [DoesNotReturn]
    internal static void DefaultRouteInUse() =>
        throw new InvalidOperationException("A dispatcher uses these routes already; a default handler cannot be added.");

    [DoesNotReturn]
    internal static void HandlerIsAsynchronous(uint id) =>
        throw new InvalidOperationException(Text($"The handler of id {id} is asynchronous; call DispatchAsync instead of Dispatch."));

    [DoesNotReturn]
    internal static void NegativeMaxPayloadSize(int value) =>
        throw new ArgumentOutOfRangeException(nameof(value), value, Text($"The largest payload of a type has 0 bytes or more, not {value}."));

    [DoesNotReturn]
    internal static void NoSuchDirections(PacketDirections value) =>
        throw new ArgumentOutOfRangeException(nameof(value), value, Text($"The directions of a packet must be ToServer, ToClient or Both, not {(int)value}."));

    [DoesNotReturn]
    internal static void NoStates(uint value) =>
        throw new ArgumentOutOfRangeException(nameof(value), value, Text($"The rules must have at least one connection state, but the states are {value}."));

    [DoesNotReturn]
    internal static void DispatchInProgress() =>
        throw new InvalidOperationException("A packet is being dispatched. A handler cannot dispatch another through the same dispatcher, and a task of DispatchAsync must be awaited first.");

    [DoesNotReturn]
    internal static void StateOutOfRange(int state, int count) =>
        throw new ArgumentOutOfRangeException(nameof(state), state, Text($"A connection state is between 0 and {count - 1}; {state} is not."));
}

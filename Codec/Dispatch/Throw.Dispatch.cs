using Codec.Dispatch;

namespace Codec;

internal static partial class Throw
{
    [DoesNotReturn]
    internal static void IdTaken(uint id) => throw new ArgumentException(Text($"Id {id} already has a handler."), nameof(id));

    [DoesNotReturn]
    internal static void RoutesInUse(uint id) =>
        throw new InvalidOperationException(Text($"A dispatcher already uses these routes; id {id} cannot be added. Add every handler before you create a dispatcher."));

    [DoesNotReturn]
    internal static void DefaultRouteTaken() => throw new InvalidOperationException("There is already a default handler; only one can be added.");

    [DoesNotReturn]
    internal static void DefaultRouteWithBaselines(string parameter) =>
        throw new ArgumentException("Packets that are sent as differences need a handler for their id; a default handler cannot have baselines.", parameter);

    [DoesNotReturn]
    internal static void BaselinesOutOfRange(int value) =>
        throw new ArgumentOutOfRangeException(nameof(value), value, Text($"A receiver keeps 0 to {PacketRules.MaxBaselines} payloads, not {value}."));

    [DoesNotReturn]
    internal static void DefaultRouteInUse() =>
        throw new InvalidOperationException("A dispatcher already uses these routes; a default handler cannot be added. Add every handler before you create a dispatcher.");

    [DoesNotReturn]
    internal static void HandlerIsAsynchronous(uint id) =>
        throw new InvalidOperationException(Text($"The handler of id {id} is asynchronous; call DispatchAsync instead of Dispatch."));

    [DoesNotReturn]
    internal static void NegativeMaxPayloadSize(int value) =>
        throw new ArgumentOutOfRangeException(nameof(value), value, Text($"The largest payload of a type must be at least 0 bytes, not {value}."));

    [DoesNotReturn]
    internal static void NoSuchDirections(PacketDirections value) =>
        throw new ArgumentOutOfRangeException(nameof(value), value, Text($"The directions of a packet must be ToServer, ToClient or Both, not {(int)value}."));

    [DoesNotReturn]
    internal static void NoStates(string parameter) => throw new ArgumentException("At least one connection state is required.", parameter);

    [DoesNotReturn]
    internal static void DispatchInProgress() =>
        throw new InvalidOperationException("A dispatch is in progress. A handler cannot dispatch through its own dispatcher, and the task of DispatchAsync must be awaited before the next dispatch.");

    [DoesNotReturn]
    internal static void StateOutOfRange(int state) =>
        throw new ArgumentOutOfRangeException(nameof(state), state, Text($"The connection state must be between 0 and {PacketRules.MaxStates - 1}, not {state}."));
}

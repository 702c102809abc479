using System;
using System.Diagnostics.CodeAnalysis;

namespace Codec;

/// <content>Dispatch.</content>
internal static partial class Throw
{
    [DoesNotReturn]
    internal static void IdTaken(ushort id) => throw new ArgumentException(Text($"Id {id} has a handler already."), nameof(id));

    [DoesNotReturn]
    internal static void RoutesInUse(ushort id) =>
        throw new InvalidOperationException(Text($"A dispatcher uses these routes already; id {id} cannot be added."));

    [DoesNotReturn]
    internal static void StateOutOfRange(int state, int count) =>
        throw new ArgumentOutOfRangeException(nameof(state), state, Text($"A connection state is between 0 and {count - 1}; {state} is not."));
}

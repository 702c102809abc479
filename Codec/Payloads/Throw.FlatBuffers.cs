using System;
using System.Diagnostics.CodeAnalysis;

namespace Codec;

internal static partial class Throw
{
    [DoesNotReturn]
    internal static void BuilderNotFinished(int offset) =>
        throw new InvalidOperationException(Text($"The builder has {offset} bytes that are not finished; call Finish before making a packet of them."));

    [DoesNotReturn]
    internal static void BuiltPayloadTooLarge(int size, int largest) =>
        throw new ArgumentException(Text($"The payload has {size} bytes; a packet of this format holds at most {largest}."), "builder");
}

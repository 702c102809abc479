using System;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;

namespace Codec;

/// <summary>Every exception of the library, each named after its condition; out of line, so that callers stay small enough to inline.</summary>
internal static partial class Throw
{
    [DoesNotReturn]
    internal static void ArgumentNull(string parameter) => throw new ArgumentNullException(parameter);

    [DoesNotReturn]
    internal static void DestinationTooShort(int needed, int available) =>
        throw new ArgumentException(Text($"The destination has {available} bytes; {needed} are needed."), "destination");

    [DoesNotReturn]
    internal static void NoRoomAtOffset(byte[] destination, int offset, int needed)
    {
        if ((uint)offset > (uint)destination.Length)
        {
            throw new ArgumentOutOfRangeException(nameof(offset), offset, Text($"The offset must be between 0 and the array's length of {destination.Length}."));
        }

        throw new ArgumentException(
            Text($"The destination has {destination.Length - offset} bytes from offset {offset} on; {needed} are needed."), nameof(destination));
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}

using System;
using System.Diagnostics.CodeAnalysis;

namespace Codec;

/// <content>Connections.</content>
internal static partial class Throw
{
    [DoesNotReturn]
    internal static void SendLimitNotPositive(int limit) =>
        throw new ArgumentOutOfRangeException("options", limit, Text($"SendLimit must be at least 1 byte, not {limit}."));
}

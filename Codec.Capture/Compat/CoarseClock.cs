#if NET
using System;
#else
using System.Diagnostics;
#endif

namespace Codec.Capture.Compat;

/// <summary>A clock that does not go back, for intervals of some 100 milliseconds and more. It takes a fraction of a stopwatch's time, if there is one.</summary>
internal static class CoarseClock
{
#if NET
    /// <summary>The units in a second.</summary>
    internal const long Frequency = 1000;

    internal static long GetTimestamp() => Environment.TickCount64;
#else
    /// <summary>The units in a second.</summary>
    internal static readonly long Frequency = Stopwatch.Frequency;

    internal static long GetTimestamp() => Stopwatch.GetTimestamp();
#endif
}

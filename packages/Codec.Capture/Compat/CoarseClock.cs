#if !NET
using System.Diagnostics;
#endif

namespace Codec.Capture.Compat;

/// <summary>A monotonic clock for intervals of about 100 milliseconds or more. On .NET, reading it takes a fraction of the time of a stopwatch.</summary>
internal static class CoarseClock
{
#if NET
    internal const long Frequency = 1000;

    internal static long GetTimestamp() => Environment.TickCount64;
#else
    internal static readonly long Frequency = Stopwatch.Frequency;

    internal static long GetTimestamp() => Stopwatch.GetTimestamp();
#endif
}

using System;
using System.Threading;
using System.Threading.Tasks;

namespace Codec.Capture.Compat;

/// <summary>Waits by a given clock.</summary>
internal static class ClockDelays
{
#if NET
    internal static Task Delay(TimeProvider clock, TimeSpan delay, CancellationToken cancellationToken) => Task.Delay(delay, clock, cancellationToken);
#else
    internal static Task Delay(TimeProvider clock, TimeSpan delay, CancellationToken cancellationToken) => clock.Delay(delay, cancellationToken);
#endif
}

namespace Codec.Capture.Compat;

internal static class ClockDelays
{
#if NET
    internal static Task Delay(TimeProvider clock, TimeSpan delay, CancellationToken cancellationToken) => Task.Delay(delay, clock, cancellationToken);
#else
    // The longest delay that .NET Framework and Mono accept.
    private static readonly TimeSpan Longest = TimeSpan.FromMilliseconds(int.MaxValue);

    internal static async Task Delay(TimeProvider clock, TimeSpan delay, CancellationToken cancellationToken)
    {
        for (; delay > Longest; delay -= Longest)
        {
            await clock.Delay(Longest, cancellationToken).ConfigureAwait(false);
        }

        await clock.Delay(delay, cancellationToken).ConfigureAwait(false);
    }
#endif
}

namespace Codec.Compat;

/// <summary>Creates token sources that are cancelled after a delay, which a given clock measures.</summary>
internal static class DeadlineTokens
{
    internal static CancellationTokenSource Create(TimeProvider time, TimeSpan delay) =>
#if NET
        new(delay, time);
#else
        time.CreateCancellationTokenSource(delay);
#endif
}

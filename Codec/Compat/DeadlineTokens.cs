using System;
using System.Threading;
#if !NET
using System.Threading.Tasks;
#endif

namespace Codec.Compat;

/// <summary>Creates tokens that are cancelled when a time has passed on a clock.</summary>
internal static class DeadlineTokens
{
    internal static CancellationTokenSource Create(TimeProvider time, TimeSpan delay) =>
#if NET
        new(delay, time);
#else
        time.CreateCancellationTokenSource(delay);
#endif
}

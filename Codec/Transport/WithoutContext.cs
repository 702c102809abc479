using System;
using System.Threading;

namespace Codec.Transport;

/// <summary>
/// Makes timers and threads without the caller's execution context, because they would keep the context, and so the caller's
/// <see cref="AsyncLocal{T}"/> values, for as long as they live. The overloads that do this themselves are .NET's alone.
/// </summary>
internal static class WithoutContext
{
    internal static T Make<T>(Func<T> make)
    {
        // It cannot be suppressed twice.
        if (ExecutionContext.IsFlowSuppressed())
        {
            return make();
        }

        using (ExecutionContext.SuppressFlow())
        {
            return make();
        }
    }
}

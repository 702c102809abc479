using System;
using System.Threading;

namespace Codec.Transport;

/// <summary>Creates timers and threads that do not keep the caller's execution context, and with it the caller's <see cref="AsyncLocal{T}"/> values, alive.</summary>
/// <remarks>Only .NET has overloads that do this themselves.</remarks>
internal static class WithoutContext
{
    internal static T Make<T>(Func<T> make)
    {
        // The flow cannot be suppressed twice.
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

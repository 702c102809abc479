namespace Codec.Transport;

/// <summary>Creates timers and threads that keep neither the caller's execution context nor its <see cref="AsyncLocal{T}"/> values alive.</summary>
/// <remarks>netstandard has no overloads that do this.</remarks>
internal static class WithoutContext
{
    internal static T Make<T>(Func<T> make)
    {
        // SuppressFlow throws if the flow is already suppressed.
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

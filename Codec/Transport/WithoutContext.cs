namespace Codec.Transport;

/// <summary>
/// Creates timers and threads that do not keep the caller's execution context alive, and with it the caller's <see cref="AsyncLocal{T}"/> values.
/// </summary>
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

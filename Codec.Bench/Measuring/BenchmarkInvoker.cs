namespace Codec.Bench.Measuring;

/// <summary>Creates loops that call a method through a typed delegate, so that a call takes about a nanosecond and nothing is boxed.</summary>
internal static class BenchmarkInvoker
{
    // All benchmarks run in these loops. With a profile, the JIT would inline one of two methods into its loop, which is a factor of two for a few
    // nanoseconds. Code that is optimized at its first compilation has no profile.
    private const MethodImplOptions Unprofiled = MethodImplOptions.AggressiveOptimization;

    /// <summary>Returns an action that calls the method a number of times, and waits for each asynchronous call.</summary>
    internal static Action<long> Of(object instance, MethodInfo method)
    {
        Type result = method.ReturnType;
        return result == typeof(void) ? Loop(method.CreateDelegate<Action>(instance))
            : typeof(Task).IsAssignableFrom(result) ? Loop(method.CreateDelegate<Func<Task>>(instance))
            : result.IsGenericType ? Generic(nameof(LoopAsync), result.GetGenericArguments()[0])
            : Generic(nameof(LoopResult), result);

        Action<long> Generic(string loop, Type argument) =>
            (Action<long>)typeof(BenchmarkInvoker).GetMethod(loop, BindingFlags.NonPublic | BindingFlags.Static)!
            .MakeGenericMethod(argument).Invoke(null, [method.CreateDelegate(typeof(Func<>).MakeGenericType(result), instance)])!;
    }

    private static Action<long> Loop(Action call) => [MethodImpl(Unprofiled)] (count) =>
    {
        for (long i = 0; i < count; i++)
        {
            call();
        }
    };

    private static Action<long> Loop(Func<Task> call) => [MethodImpl(Unprofiled)] (count) =>
    {
        for (long i = 0; i < count; i++)
        {
            call().GetAwaiter().GetResult();
        }
    };

    private static Action<long> LoopAsync<T>(Func<ValueTask<T>> call) => [MethodImpl(Unprofiled)] (count) =>
    {
        for (long i = 0; i < count; i++)
        {
            ValueTask<T> task = call();
            _ = task.IsCompleted ? task.GetAwaiter().GetResult() : task.AsTask().GetAwaiter().GetResult();
        }
    };

    private static Action<long> LoopResult<T>(Func<T> call) => [MethodImpl(Unprofiled)] (count) =>
    {
        T? last = default;
        for (long i = 0; i < count; i++)
        {
            last = call();
        }

        Keep(last);
    };

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Keep<T>(T? value) => GC.KeepAlive(value);
}

using System;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;

namespace Codec.Bench.Measuring;

/// <summary>Calls one method in a loop through a typed delegate, so that a call takes about a nanosecond and nothing is boxed.</summary>
public abstract class BenchmarkInvoker
{
    // Both sides of a budget run in this loop. With a profile of the loop, the JIT would guess and inline one of the two methods, but not the other,
    // which is a factor of two for a method of a few nanoseconds. Code that is optimized at its first compilation has no profile.
    private const MethodImplOptions Unprofiled = MethodImplOptions.AggressiveOptimization;

    /// <summary>Calls the method <paramref name="count"/> times, and waits for each asynchronous call.</summary>
    public abstract void Run(long count);

    /// <summary>Creates the invoker for the type of the method's result.</summary>
    public static BenchmarkInvoker Of(object instance, MethodInfo method)
    {
        ArgumentNullException.ThrowIfNull(method);
        Type result = method.ReturnType;
        if (result == typeof(void))
        {
            return new VoidInvoker(method.CreateDelegate<Action>(instance));
        }

        if (result == typeof(Task) || result.BaseType == typeof(Task))
        {
            return new TaskInvoker(method.CreateDelegate<Func<Task>>(instance));
        }

        if (result == typeof(ValueTask))
        {
            return new ValueTaskInvoker(method.CreateDelegate<Func<ValueTask>>(instance));
        }

        Delegate call = method.CreateDelegate(typeof(Func<>).MakeGenericType(result), instance);
        Type invoker = result.IsGenericType && result.GetGenericTypeDefinition() == typeof(ValueTask<>)
            ? typeof(ValueTaskInvoker<>).MakeGenericType(result.GetGenericArguments())
            : typeof(ResultInvoker<>).MakeGenericType(result);
        return (BenchmarkInvoker)Activator.CreateInstance(invoker, call)!;
    }

    private sealed class VoidInvoker(Action call) : BenchmarkInvoker
    {
        [MethodImpl(Unprofiled)]
        public override void Run(long count)
        {
            for (long i = 0; i < count; i++)
            {
                call();
            }
        }
    }

    private sealed class TaskInvoker(Func<Task> call) : BenchmarkInvoker
    {
        [MethodImpl(Unprofiled)]
        public override void Run(long count)
        {
            for (long i = 0; i < count; i++)
            {
                call().GetAwaiter().GetResult();
            }
        }
    }

    private sealed class ValueTaskInvoker(Func<ValueTask> call) : BenchmarkInvoker
    {
        [MethodImpl(Unprofiled)]
        public override void Run(long count)
        {
            for (long i = 0; i < count; i++)
            {
                ValueTask task = call();
                if (task.IsCompleted)
                {
                    task.GetAwaiter().GetResult();
                }
                else
                {
                    task.AsTask().GetAwaiter().GetResult();
                }
            }
        }
    }

    private sealed class ValueTaskInvoker<T>(Func<ValueTask<T>> call) : BenchmarkInvoker
    {
        [MethodImpl(Unprofiled)]
        public override void Run(long count)
        {
            for (long i = 0; i < count; i++)
            {
                ValueTask<T> task = call();
                _ = task.IsCompleted ? task.GetAwaiter().GetResult() : task.AsTask().GetAwaiter().GetResult();
            }
        }
    }

    private sealed class ResultInvoker<T>(Func<T> call) : BenchmarkInvoker
    {
        private T? _last;

        [MethodImpl(Unprofiled)]
        public override void Run(long count)
        {
            for (long i = 0; i < count; i++)
            {
                _last = call();
            }

            Keep(_last);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static void Keep(T? value) => GC.KeepAlive(value);
    }
}

namespace Codec.Tests.Mono.Compat;

/// <summary>Instance members of .NET that the tests use and .NET Framework does not have.</summary>
internal static class InstanceMembers
{
    public static void Deconstruct<TKey, TValue>(this KeyValuePair<TKey, TValue> pair, out TKey key, out TValue value)
    {
        key = pair.Key;
        value = pair.Value;
    }

    public static IEnumerable<T[]> Chunk<T>(this T[] source, int size)
    {
        for (int start = 0; start < source.Length; start += size)
        {
            yield return source.AsSpan(start, Math.Min(size, source.Length - start)).ToArray();
        }
    }

    public static IEnumerable<string> Order(this IEnumerable<string> source, StringComparer comparer) => source.OrderBy(text => text, comparer);

    // Without this method, the call would bind to the method for spans, which reverses the array in place.
    public static IEnumerable<T> Reverse<T>(this T[] source) => Enumerable.Reverse(source);

    public static T[] ToArray<T>(this ArraySegment<T> segment) => segment.AsSpan().ToArray();

    public static int IndexOfAnyExcept(this Span<byte> span, byte value)
    {
        for (int i = 0; i < span.Length; i++)
        {
            if (span[i] != value)
            {
                return i;
            }
        }

        return -1;
    }

    public static string[] Split(this string text, char separator, StringSplitOptions options) => text.Split([separator], options);

    public static string Replace(this string text, string old, string replacement, StringComparison comparison) =>
        comparison == StringComparison.Ordinal ? text.Replace(old, replacement) : throw new NotSupportedException();

    public static T CreateDelegate<T>(this MethodInfo method)
        where T : Delegate => (T)method.CreateDelegate(typeof(T));

    public static T CreateDelegate<T>(this MethodInfo method, object target)
        where T : Delegate => (T)method.CreateDelegate(typeof(T), target);

    public static void NextBytes(this Random random, Span<byte> bytes)
    {
        byte[] array = new byte[bytes.Length];
        random.NextBytes(array);
        array.CopyTo(bytes);
    }

    public static long NextInt64(this Random random, long exclusiveMaximum) => (long)(random.NextDouble() * exclusiveMaximum);

    public static long NextInt64(this Random random, long minimum, long exclusiveMaximum)
    {
        byte[] bytes = new byte[sizeof(long)];
        long value;
        do
        {
            random.NextBytes(bytes);
            value = BitConverter.ToInt64(bytes, 0);
        }
        while (value < minimum || value >= exclusiveMaximum);

        return value;
    }

    public static Task CancelAsync(this CancellationTokenSource source) => Task.Run(source.Cancel);

    public static async Task WaitAsync(this Task task, TimeSpan limit)
    {
        if (await Task.WhenAny(task, Task.Delay(limit)) != task)
        {
            throw new TimeoutException();
        }

        await task;
    }

    public static async Task<T> WaitAsync<T>(this Task<T> task, TimeSpan limit)
    {
        await ((Task)task).WaitAsync(limit);
        return await task;
    }

    public static void Listen(this Socket socket) => socket.Listen(int.MaxValue);
}

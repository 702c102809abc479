namespace Codec.Tests.Mono.Compat;

/// <summary>Static members of .NET that the tests use and .NET Framework does not have.</summary>
internal static class StaticMembers
{
    // Mono has this method, but the reference assemblies of .NET Framework do not.
    private static readonly Func<long> AllocatedBytes = (Func<long>)Delegate.CreateDelegate(
        typeof(Func<long>), typeof(GC).GetMethod("GetAllocatedBytesForCurrentThread", BindingFlags.Public | BindingFlags.Static)!);

    extension(GC)
    {
        public static long GetAllocatedBytesForCurrentThread() => AllocatedBytes();

        // The array is pinned by a handle that is never freed, so it does not move, like an array in the pinned heap.
        public static T[] AllocateArray<T>(int length, bool pinned)
        {
            T[] array = new T[length];
            if (pinned)
            {
                GCHandle.Alloc(array, GCHandleType.Pinned);
            }

            return array;
        }
    }

    extension(Array)
    {
        public static void Fill<T>(T[] array, T value) => array.AsSpan().Fill(value);

        public static void Clear(Array array) => Array.Clear(array, 0, array.Length);
    }

    extension(BitConverter)
    {
        public static int ToInt32(ReadOnlySpan<byte> bytes) => MemoryMarshal.Read<int>(bytes);

        public static uint ToUInt32(ReadOnlySpan<byte> bytes) => MemoryMarshal.Read<uint>(bytes);

        public static bool TryWriteBytes<T>(Span<byte> destination, T value)
            where T : unmanaged => MemoryMarshal.TryWrite(destination, ref value);
    }

    extension(Convert)
    {
        public static string ToHexString(byte[] bytes) => BitConverter.ToString(bytes).Replace("-", "");
    }

    extension(Encoding)
    {
        public static Encoding Latin1 => Encoding.GetEncoding("iso-8859-1");
    }

    extension(Enum)
    {
        public static T[] GetValues<T>()
            where T : struct => (T[])Enum.GetValues(typeof(T));

        public static T Parse<T>(string name)
            where T : struct => (T)Enum.Parse(typeof(T), name);
    }

    extension(MemoryMarshal)
    {
        public static unsafe ReadOnlySpan<T> CreateReadOnlySpan<T>(ref T reference, int length) => new(Unsafe.AsPointer(ref reference), length);
    }

    extension(ObjectDisposedException)
    {
        public static void ThrowIf(bool condition, object instance)
        {
            if (condition)
            {
                throw new ObjectDisposedException(instance.GetType().FullName);
            }
        }
    }

    extension(Random)
    {
        public static Random Shared => new();
    }

    extension(Environment)
    {
        public static int ProcessId => System.Diagnostics.Process.GetCurrentProcess().Id;
    }

    extension(System.IO.Directory)
    {
        public static System.IO.DirectoryInfo CreateTempSubdirectory(string prefix) =>
            System.IO.Directory.CreateDirectory(System.IO.Path.Combine(System.IO.Path.GetTempPath(), prefix + Guid.NewGuid().ToString("N")));
    }

    extension(System.IO.Path)
    {
        public static string GetRelativePath(string relativeTo, string path) =>
            Uri.UnescapeDataString(new Uri(relativeTo.TrimEnd('/') + "/").MakeRelativeUri(new Uri(path)).ToString());
    }
}

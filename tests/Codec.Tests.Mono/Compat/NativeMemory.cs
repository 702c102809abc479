namespace System.Runtime.InteropServices;

/// <summary>.NET's class, as far as the tests use it.</summary>
internal static unsafe class NativeMemory
{
    public static void* Alloc(nuint byteCount) => (void*)Marshal.AllocHGlobal((nint)byteCount);

    public static void Free(void* pointer) => Marshal.FreeHGlobal((nint)pointer);
}

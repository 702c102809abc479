namespace System.Runtime.InteropServices;

/// <summary>The members of the .NET class that the tests use.</summary>
internal static unsafe class NativeMemory
{
    public static void* Alloc(nuint byteCount) => (void*)Marshal.AllocHGlobal((nint)byteCount);

    public static void Free(void* pointer) => Marshal.FreeHGlobal((nint)pointer);
}

namespace Codec.Streams.Compat;

/// <summary>Allocates arrays without zeroing them, if the target framework can. The caller must write each byte before it reads it.</summary>
internal static class UninitializedArray
{
#if NET
    internal static byte[] Allocate(int length) => GC.AllocateUninitializedArray<byte>(length);
#else
    internal static byte[] Allocate(int length) => new byte[length];
#endif
}

namespace Codec.Compat;

/// <summary>
/// Returns a part of a span: without a bounds check, except on netstandard2.0. The caller must have checked that the part is inside the span.
/// </summary>
internal static class SpanPart
{
#if NETSTANDARD2_0
    internal static ReadOnlySpan<byte> Of(ReadOnlySpan<byte> buffer, int start, int count) => buffer.Slice(start, count);

    internal static ReadOnlySpan<T> Of<T>(ReadOnlySpan<byte> buffer, nint start, int count)
        where T : unmanaged => MemoryMarshal.Cast<byte, T>(buffer.Slice((int)start, count * Unsafe.SizeOf<T>()));
#else
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ReadOnlySpan<byte> Of(ReadOnlySpan<byte> buffer, int start, int count) =>
        MemoryMarshal.CreateReadOnlySpan(ref Unsafe.Add(ref MemoryMarshal.GetReference(buffer), (nint)(uint)start), count);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ReadOnlySpan<T> Of<T>(ReadOnlySpan<byte> buffer, nint start, int count)
        where T : unmanaged =>
        MemoryMarshal.CreateReadOnlySpan(
            ref Unsafe.As<byte, T>(ref Unsafe.Add(ref MemoryMarshal.GetReference(buffer), start)), count);
#endif
}

#if NETSTANDARD2_0
namespace Codec.Compat;

/// <summary>Writes memory, and flushes the stream's own buffer. netstandard2.0 has only the overload for arrays.</summary>
internal static class StreamWrites
{
    internal static async ValueTask WriteAndFlushAsync(Stream stream, ReadOnlyMemory<byte> bytes)
    {
        ArraySegment<byte> array = MemoryMarshal.TryGetArray(bytes, out ArraySegment<byte> own) ? own : new ArraySegment<byte>(bytes.ToArray());
        await stream.WriteAsync(array.Array!, array.Offset, array.Count).ConfigureAwait(false);
        await stream.FlushAsync().ConfigureAwait(false);
    }
}
#endif

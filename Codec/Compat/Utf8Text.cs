using System.Text;

namespace Codec.Compat;

/// <summary>Converts between text and UTF-8 in memory. The caller must have checked that the memory is long enough.</summary>
internal static class Utf8Text
{
    /// <summary>The largest number of UTF-8 bytes for one UTF-16 unit.</summary>
    internal const int MaxBytesPerChar = 3;

#if NETSTANDARD2_0
    internal static unsafe int GetBytes(string text, ref byte destination, int capacity)
    {
        fixed (char* chars = text)
        {
            fixed (byte* bytes = &destination)
            {
                return Encoding.UTF8.GetBytes(chars, text.Length, bytes, capacity);
            }
        }
    }

    internal static unsafe string GetString(ReadOnlySpan<byte> utf8)
    {
        if (utf8.IsEmpty)
        {
            return "";
        }

        fixed (byte* bytes = utf8)
        {
            return Encoding.UTF8.GetString(bytes, utf8.Length);
        }
    }
#elif NETSTANDARD
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int GetBytes(string text, ref byte destination, int capacity) =>
        Encoding.UTF8.GetBytes(text.AsSpan(), MemoryMarshal.CreateSpan(ref destination, capacity));

    internal static string GetString(ReadOnlySpan<byte> utf8) => Encoding.UTF8.GetString(utf8);
#else
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int GetBytes(string text, ref byte destination, int capacity)
    {
        int count = AsciiText.Write(text, ref destination);
        return count == text.Length ? count : count + GetOtherBytes(text, count, ref destination, capacity);
    }

    internal static string GetString(ReadOnlySpan<byte> utf8) =>
        (utf8.Length <= AsciiText.LongestRead ? AsciiText.Read(utf8) : null) ?? Encoding.UTF8.GetString(utf8);

    // All characters before `start` are ASCII, so no surrogate pair is split.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int GetOtherBytes(string text, int start, ref byte destination, int capacity) =>
        Encoding.UTF8.GetBytes(text.AsSpan(start), MemoryMarshal.CreateSpan(ref Unsafe.Add(ref destination, start), capacity - start));
#endif
}

#if NETSTANDARD
using System.Text;
#endif

namespace Codec.Compat;

/// <summary>Converts between text and UTF-8 in memory. The caller must have checked that the memory is long enough.</summary>
internal static partial class Utf8Text
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
#endif
}

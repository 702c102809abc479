using System;
#if NET
using System.Text.Unicode;
#endif

namespace Codec.Interpreter.Compat;

/// <summary>Reads UTF-8. Bytes that are not valid UTF-8 become U+FFFD.</summary>
internal static class Utf8Text
{
#if NETSTANDARD2_0
    internal static string GetString(ReadOnlySpan<byte> utf8) => Encoding.UTF8.GetString(utf8.ToArray());
#else
    internal static string GetString(ReadOnlySpan<byte> utf8) => Encoding.UTF8.GetString(utf8);
#endif

    internal static void Write(Utf8JsonWriter writer, ReadOnlySpan<byte> utf8)
    {
#if NET
        if (Utf8.IsValid(utf8))
        {
            writer.WriteStringValue(utf8);
            return;
        }
#endif
        writer.WriteStringValue(GetString(utf8));
    }
}

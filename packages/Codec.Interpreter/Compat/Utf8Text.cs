#if NET
using System.Text.Unicode;
#endif

namespace Codec.Interpreter.Compat;

/// <summary>Writes UTF-8. Bytes that are not valid UTF-8 become U+FFFD.</summary>
internal static class Utf8Text
{
    internal static void Write(Utf8JsonWriter writer, ReadOnlySpan<byte> utf8)
    {
#if NET
        if (Utf8.IsValid(utf8))
        {
            writer.WriteStringValue(utf8);
            return;
        }
#endif
        writer.WriteStringValue(Encoding.UTF8.GetString(utf8.ToArray()));
    }
}

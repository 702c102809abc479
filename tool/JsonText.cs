using System;
using System.Buffers;
using System.Text;
using System.Text.Json;

namespace Codec.Cli;

/// <summary>Creates JSON for scripts.</summary>
internal static class JsonText
{
    /// <summary>Returns an object as text.</summary>
    /// <param name="write">A delegate that writes the object's properties.</param>
    /// <param name="isIndented">Whether each property has its own line.</param>
    public static string Object(Action<Utf8JsonWriter> write, bool isIndented = false)
    {
        ArrayBufferWriter<byte> bytes = new();
        using (Utf8JsonWriter json = new(bytes, new JsonWriterOptions { Indented = isIndented }))
        {
            json.WriteStartObject();
            write(json);
            json.WriteEndObject();
        }

        return Encoding.UTF8.GetString(bytes.WrittenSpan);
    }
}

using System;
using System.IO;
using System.Text;
using System.Text.Json;

namespace Codec.Json;

/// <summary>Writes generated tables and structs as JSON in the dialect of <c>flatc --strict-json</c>.</summary>
/// <remarks>
/// To read JSON, call the static method <c>FromJson</c> of the generated type. Thread-safe as long as no thread changes the object.
/// </remarks>
public static class JsonExtensions
{
    /// <summary>Returns the table or struct as JSON.</summary>
    /// <param name="value">The table or struct; it is not changed.</param>
    /// <param name="indented">Whether to write one line per value.</param>
    /// <returns>The JSON. Characters outside ASCII are escaped, as flatc escapes them.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="value"/> is <see langword="null"/>.</exception>
    /// <exception cref="InvalidOperationException">A required field or an element of a vector is <see langword="null"/>, or tables are nested deeper than 64.</exception>
    public static string ToJson(this IJsonObject value, bool indented = false)
    {
        using MemoryStream stream = new();
        using (Utf8JsonWriter writer = new(stream, new JsonWriterOptions { Indented = indented }))
        {
            WriteJson(value, writer);
        }

        return Encoding.UTF8.GetString(stream.GetBuffer(), 0, (int)stream.Length);
    }

    /// <summary>Writes the table or struct as one JSON object.</summary>
    /// <param name="value">The table or struct; it is not changed.</param>
    /// <param name="writer">Where to write. The caller flushes and disposes it.</param>
    /// <exception cref="ArgumentNullException"><paramref name="value"/> or <paramref name="writer"/> is <see langword="null"/>.</exception>
    /// <exception cref="InvalidOperationException">
    /// A required field or an element of a vector is <see langword="null"/>, or tables are nested deeper than 64. The JSON written so far is incomplete.
    /// </exception>
    public static void WriteJson(this IJsonObject value, Utf8JsonWriter writer)
    {
        if (value is null)
        {
            Throw.ArgumentNull(nameof(value));
        }

        if (writer is null)
        {
            Throw.ArgumentNull(nameof(writer));
        }

        new GeneratedJsonWriter(writer).Root(value);
    }
}

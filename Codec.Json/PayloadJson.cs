using System;
using System.IO;
using System.Text;
using System.Text.Json;

namespace Codec.Json;

/// <summary>Reads and writes generated tables and structs as JSON in the dialect of <c>flatc --strict-json</c>.</summary>
/// <remarks>
/// To read, usually call the static method <c>FromJson</c> of the generated type, which calls this class. Thread-safe as long as no other thread
/// modifies the object.
/// </remarks>
public static class PayloadJson
{
    // Tables nest up to 64 levels, and each may be in an array. Structs nest as deep as the schema declares. The limit of the reader only has to be
    // large enough, because the reader does not recurse.
    private const int MaxReaderDepth = 1024;

    private static readonly UTF8Encoding StrictUtf8 = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    /// <summary>Returns the table or struct as JSON.</summary>
    /// <param name="value">The table or struct. It does not change.</param>
    /// <param name="indented">Whether to write one line per value.</param>
    /// <returns>The JSON. As in flatc, characters outside ASCII are escaped.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="value"/> is <see langword="null"/>.</exception>
    /// <exception cref="InvalidOperationException">
    /// A required field or an element of a vector is <see langword="null"/>, a required union is <c>NONE</c>, or tables nest deeper than 64 levels.
    /// </exception>
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
    /// <param name="value">The table or struct. It does not change.</param>
    /// <param name="writer">The writer. The caller flushes and disposes it.</param>
    /// <exception cref="ArgumentNullException"><paramref name="value"/> or <paramref name="writer"/> is <see langword="null"/>.</exception>
    /// <exception cref="InvalidOperationException">
    /// A required field or an element of a vector is <see langword="null"/>, a required union is <c>NONE</c>, or tables nest deeper than 64 levels.
    /// The JSON that was written is incomplete.
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

    /// <summary>Reads an object from JSON.</summary>
    /// <typeparam name="T">The object's type.</typeparam>
    /// <param name="target">A new object, which is filled.</param>
    /// <param name="json">The JSON: one object.</param>
    /// <param name="skipUnknown">Whether fields that the schema does not have are skipped.</param>
    /// <returns>The object.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="target"/> or <paramref name="json"/> is <see langword="null"/>.</exception>
    /// <exception cref="JsonException">The text is not JSON, or does not fit the type.</exception>
    public static T Read<T>(T target, string json, bool skipUnknown = false)
        where T : IJsonObject
    {
        if (json is null)
        {
            Throw.ArgumentNull(nameof(json));
        }

        byte[] utf8;
        try
        {
            utf8 = StrictUtf8.GetBytes(json);
        }
        catch (EncoderFallbackException exception)
        {
            Throw.InvalidJson("The text is not valid UTF-16: half of a surrogate pair is missing.", "$", null, null, exception);
            throw;
        }

        return Read(target, utf8.AsSpan(), skipUnknown);
    }

    /// <summary>Reads an object from JSON.</summary>
    /// <typeparam name="T">The object's type.</typeparam>
    /// <param name="target">A new object, which is filled.</param>
    /// <param name="utf8">The JSON in UTF-8: one object, with or without a byte order mark before it.</param>
    /// <param name="skipUnknown">Whether fields that the schema does not have are skipped.</param>
    /// <returns>The object.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="target"/> is <see langword="null"/>.</exception>
    /// <exception cref="JsonException">The text is not JSON, or does not fit the type.</exception>
    public static T Read<T>(T target, ReadOnlySpan<byte> utf8, bool skipUnknown = false)
        where T : IJsonObject
    {
        ReadOnlySpan<byte> mark = [0xEF, 0xBB, 0xBF];
        ReadOnlySpan<byte> text = utf8.StartsWith(mark) ? utf8.Slice(mark.Length) : utf8;
        Utf8JsonReader reader = new(text, new JsonReaderOptions { MaxDepth = MaxReaderDepth });
        Read(ref target, ref reader, text, skipUnknown);

        try
        {
            // Throws if anything other than white space follows.
            reader.Read();
        }
        catch (JsonException exception)
        {
            Throw.InvalidJson("The object must not be followed by other text.", "$", exception.LineNumber, exception.BytePositionInLine, exception);
        }

        return target;
    }

    /// <summary>Reads an object from a reader.</summary>
    /// <typeparam name="T">The object's type.</typeparam>
    /// <param name="target">A new object, which is filled.</param>
    /// <param name="reader">
    /// The reader, before the object or at its first token. It must contain the complete object. When the method returns, it is at the object's last token.
    /// </param>
    /// <param name="skipUnknown">Whether fields that the schema does not have are skipped.</param>
    /// <returns>The object.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="target"/> is <see langword="null"/>.</exception>
    /// <exception cref="JsonException">The text is not JSON, or does not fit the type.</exception>
    public static T Read<T>(T target, ref Utf8JsonReader reader, bool skipUnknown = false)
        where T : IJsonObject
    {
        Read(ref target, ref reader, default, skipUnknown);
        return target;
    }

    private static void Read<T>(ref T target, ref Utf8JsonReader reader, ReadOnlySpan<byte> text, bool skipUnknown)
        where T : IJsonObject
    {
        if (target is null)
        {
            Throw.ArgumentNull(nameof(target));
        }

        GeneratedJsonReader json = new(reader, text, skipUnknown);
        try
        {
            json.Root(ref target);
        }
        catch (JsonException exception) when (exception.Path is null)
        {
            // An exception from Utf8JsonReader, which contains the line but not the path.
            Throw.InvalidJson("The text is not valid JSON.", json.Path, exception.LineNumber, exception.BytePositionInLine, exception);
        }

        reader = json.Reader;
    }
}

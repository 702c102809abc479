using System;
using System.ComponentModel;
using System.Text;
using System.Text.Json;

namespace Codec.Json;

/// <summary>Reads generated tables and structs from JSON. For generated code.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class GeneratedJson
{
    // Tables nest to 64, most of them in an array; structs nest as deep as the schema says. The reader does not recurse, so that this only
    // must not be too small.
    private const int MaxReaderDepth = 1024;

    private static readonly UTF8Encoding StrictUtf8 = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    /// <summary>Reads an object from JSON.</summary>
    /// <typeparam name="T">The object's type.</typeparam>
    /// <param name="target">A new object.</param>
    /// <param name="json">The JSON: one object.</param>
    /// <param name="skipUnknown">Whether fields that the schema does not have are skipped.</param>
    /// <returns>The object.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="json"/> is <see langword="null"/>.</exception>
    /// <exception cref="JsonException">The text is no JSON, or is not this type's.</exception>
    public static T Read<T>(T target, string json, bool skipUnknown)
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
    /// <param name="target">A new object.</param>
    /// <param name="utf8">The JSON in UTF-8: one object, with or without a byte order mark before it.</param>
    /// <param name="skipUnknown">Whether fields that the schema does not have are skipped.</param>
    /// <returns>The object.</returns>
    /// <exception cref="JsonException">The text is no JSON, or is not this type's.</exception>
    public static T Read<T>(T target, ReadOnlySpan<byte> utf8, bool skipUnknown)
        where T : IJsonObject
    {
        ReadOnlySpan<byte> mark = [0xEF, 0xBB, 0xBF];
        ReadOnlySpan<byte> text = utf8.StartsWith(mark) ? utf8.Slice(mark.Length) : utf8;
        Utf8JsonReader reader = new(text, new JsonReaderOptions { MaxDepth = MaxReaderDepth });
        Read(ref target, ref reader, text, skipUnknown);

        // Throws if anything but white space follows.
        reader.Read();
        return target;
    }

    /// <summary>Reads an object from a reader.</summary>
    /// <typeparam name="T">The object's type.</typeparam>
    /// <param name="target">A new object.</param>
    /// <param name="reader">The reader, before the object or at its first token; it has the whole object. At the object's last token afterwards.</param>
    /// <param name="skipUnknown">Whether fields that the schema does not have are skipped.</param>
    /// <returns>The object.</returns>
    /// <exception cref="JsonException">The text is no JSON, or is not this type's.</exception>
    public static T Read<T>(T target, ref Utf8JsonReader reader, bool skipUnknown)
        where T : IJsonObject
    {
        Read(ref target, ref reader, default, skipUnknown);
        return target;
    }

    /// <summary>Returns the value of a required field.</summary>
    /// <typeparam name="T">The value's type.</typeparam>
    /// <param name="field">The field, with its table.</param>
    /// <param name="value">The value, or <see langword="null"/>.</param>
    /// <returns>The value.</returns>
    /// <exception cref="InvalidOperationException">There is no value.</exception>
    public static T Required<T>(string field, T? value)
        where T : class
    {
        if (value is null)
        {
            Throw.RequiredFieldMissing(field);
        }

        return value;
    }

    private static void Read<T>(ref T target, ref Utf8JsonReader reader, ReadOnlySpan<byte> text, bool skipUnknown)
        where T : IJsonObject
    {
        GeneratedJsonReader json = new(reader, text, skipUnknown);
        try
        {
            json.Root(ref target);
        }
        catch (JsonException exception) when (exception.Path is null)
        {
            // The reader's own, which knows the line and not the path.
            Throw.InvalidJson("The text is not valid JSON.", json.Path, exception.LineNumber, exception.BytePositionInLine, exception);
        }

        reader = json.Reader;
    }
}

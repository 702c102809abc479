namespace Codec.Interpreter;

/// <summary>Finds the place of an error in a JSON text that was parsed without places.</summary>
internal static class JsonPlace
{
    /// <summary>The value of <c>occurrence</c> for the end of the object or array.</summary>
    public const int End = -1;

    /// <summary>Finds a value, the end of an object or array, or a name in an object.</summary>
    /// <param name="json">The text, which must be valid JSON.</param>
    /// <param name="path">The names of fields, and the indexes of elements, whose name is <see langword="null"/>.</param>
    /// <param name="name">The name to find in the object at the path, or <see langword="null"/>.</param>
    /// <param name="occurrence">Which occurrence of the name to find, from 1; 0 for the value at the path; <see cref="End"/> for its end.</param>
    /// <returns>The line, and the position in the line in bytes, both from 0.</returns>
    public static (long Line, long Position) Find(ReadOnlySpan<byte> json, List<(string? Name, int Index)> path, string? name, int occurrence)
    {
        Utf8JsonReader reader = new(json, new JsonReaderOptions { MaxDepth = PayloadJsonReader.MaxDepth });
        reader.Read();
        foreach ((string? step, int index) in path)
        {
            if (step is null)
            {
                reader.Read();
                for (int i = 0; i < index; i++)
                {
                    Next(ref reader);
                }
            }
            else
            {
                FindName(ref reader, step, 1);
                reader.Read();
            }
        }

        if (name is not null)
        {
            FindName(ref reader, name, occurrence);
        }
        else if (occurrence == End)
        {
            reader.Skip();
        }

        ReadOnlySpan<byte> before = json[..(int)reader.TokenStartIndex];
        int line = 0;
        for (int end = before.IndexOf((byte)'\n'); end >= 0; end = before.IndexOf((byte)'\n'))
        {
            before = before[(end + 1)..];
            line++;
        }

        return (line, before.Length);
    }

    private static void FindName(ref Utf8JsonReader reader, string name, int occurrence)
    {
        reader.Read();
        while (reader.TokenType == JsonTokenType.PropertyName && !(reader.ValueTextEquals(name) && --occurrence == 0))
        {
            reader.Read();
            Next(ref reader);
        }
    }

    private static void Next(ref Utf8JsonReader reader)
    {
        reader.Skip();
        reader.Read();
    }
}

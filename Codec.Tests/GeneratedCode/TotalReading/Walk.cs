namespace Codec.Tests.GeneratedCode.TotalReading;

/// <summary>
/// Receives all values that are read from the views of a payload. It checks that spans are inside the payload, and computes a hash to compare two
/// walks. It is compiled with the tests, and again with the views.
/// </summary>
/// <param name="memory">The memory that contains the payload.</param>
/// <param name="start">The offset of the payload.</param>
/// <param name="length">The size of the payload in bytes.</param>
internal sealed class Walk(byte[] memory, int start, int length)
{
    // Limits the work, because tables can be shared. The payloads from which mutants are made have fewer objects.
    private const int MaxSteps = 400;
    private const int MaxDepth = 100;

    private Content _content = new();
    private int _steps;
    private int _depth;

    /// <summary>Gets the hash of all values.</summary>
    public ulong Hash => _content.Hash;

    public static void Require(bool holds, string what)
    {
        if (!holds)
        {
            throw new InvalidOperationException(what);
        }
    }

    /// <summary>
    /// Enters a table or the value of a union. Returns <see langword="false"/> if it must not be visited, because a limit is reached.
    /// </summary>
    public bool Enter()
    {
        if (_depth >= MaxDepth || !Step())
        {
            return false;
        }

        _depth++;
        return true;
    }

    public void Leave() => _depth--;

    public bool Step() => ++_steps <= MaxSteps;

    /// <summary>Adds the number of elements of a vector whose elements have 4 bytes.</summary>
    public void Count(int count)
    {
        Require(count >= 0 && 4L * count <= length, $"{count} elements in {length} bytes");
        Value(count);
    }

    public void Value<T>(T value)
        where T : unmanaged
    {
        if (Unsafe.SizeOf<T>() > 8)
        {
            _content.Bytes(MemoryMarshal.AsBytes(new ReadOnlySpan<T>(in value)));
            return;
        }

        _content.Number(value);
    }

    public void Optional<T>(T? value)
        where T : unmanaged
    {
        Value(value.HasValue);
        Value(value.GetValueOrDefault());
    }

    public void Text(string? text)
    {
        Value(text is null);
        _content.Bytes(MemoryMarshal.AsBytes(text.AsSpan()));
    }

    /// <summary>
    /// Adds a string field. Checks that its bytes are inside the payload or are the default, and that the string has the same characters.
    /// </summary>
    public void Utf8(ReadOnlySpan<byte> utf8, string? text, bool isThere, string? fallback)
    {
        if (isThere && (fallback is null || IsInside(utf8)))
        {
            Inside(utf8);
        }
        else
        {
            Require(text == fallback && Encoding.UTF8.GetString(utf8) == (fallback ?? ""), "a text that is missing or leads outside is not its default");
        }

        Require((text ?? "") == Encoding.UTF8.GetString(utf8), "a text is not what its bytes are");
        Text(text);
    }

    /// <summary>Adds a span, and checks that it is inside the payload.</summary>
    public void Inside<T>(ReadOnlySpan<T> span)
        where T : unmanaged
    {
        ReadOnlySpan<byte> bytes = MemoryMarshal.AsBytes(span);
        if (bytes.Length > 0)
        {
            long offset = OffsetOf(bytes);
            Require(IsInside(bytes), $"{bytes.Length} bytes at {offset} of {length}");
            Value((int)offset);
        }

        _content.Bytes(bytes);
    }

    private bool IsInside(ReadOnlySpan<byte> bytes) => bytes.IsEmpty || (OffsetOf(bytes) >= 0 && OffsetOf(bytes) + bytes.Length <= length);

    private long OffsetOf(ReadOnlySpan<byte> bytes) => (long)Unsafe.ByteOffset(ref memory[0], ref MemoryMarshal.GetReference(bytes)) - start;

    public void Texts(TextVector texts)
    {
        Count(texts.Count);
        foreach (int index in (ReadOnlySpan<int>)[-1, int.MinValue, int.MaxValue, texts.Count])
        {
            Require(texts[index].IsEmpty && texts.GetString(index).Length == 0, $"there is a text at {index} of {texts.Count}");
        }

        int number = 0;
        foreach (ReadOnlySpan<byte> utf8 in texts)
        {
            Inside(utf8);
            Require(utf8 == texts[number] && texts.GetString(number) == Encoding.UTF8.GetString(utf8), "an element differs from the one at its index");
            number++;
            if (!Step())
            {
                return;
            }
        }

        Require(number == texts.Count, "the walk through texts ended early");
    }
}

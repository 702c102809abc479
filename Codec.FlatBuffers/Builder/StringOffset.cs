namespace Google.FlatBuffers;

/// <summary>Where a string is in a buffer that is being built.</summary>
public struct StringOffset
{
    /// <summary>Bytes from the buffer's end to the string; 0 is none.</summary>
    public int Value;

    /// <summary>Wraps an offset that a <see cref="FlatBufferBuilder"/> returned.</summary>
    /// <param name="value">Bytes from the buffer's end.</param>
    public StringOffset(int value) => Value = value;
}

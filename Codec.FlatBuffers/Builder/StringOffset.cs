namespace Google.FlatBuffers;

/// <summary>The offset of a string in a buffer that is being built.</summary>
public struct StringOffset
{
    /// <summary>The distance from the end of the buffer to the string, in bytes. 0 means no string.</summary>
    public int Value;

    /// <summary>Creates an offset from a number that a <see cref="FlatBufferBuilder"/> returned.</summary>
    /// <param name="value">The distance from the end of the buffer, in bytes.</param>
    public StringOffset(int value) => Value = value;
}

namespace Google.FlatBuffers;

/// <summary>The offset of a vector in a buffer that is being built.</summary>
public struct VectorOffset
{
    /// <summary>The distance from the end of the buffer to the vector, in bytes. 0 means no vector.</summary>
    public int Value;

    /// <summary>Creates an offset from a number that a <see cref="FlatBufferBuilder"/> returned.</summary>
    /// <param name="value">The distance from the end of the buffer, in bytes.</param>
    public VectorOffset(int value) => Value = value;
}

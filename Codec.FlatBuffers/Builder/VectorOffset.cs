namespace Google.FlatBuffers;

/// <summary>Where a vector is in a buffer that is being built.</summary>
public struct VectorOffset
{
    /// <summary>Bytes from the buffer's end to the vector; 0 is none.</summary>
    public int Value;

    /// <summary>Wraps an offset that a <see cref="FlatBufferBuilder"/> returned.</summary>
    /// <param name="value">Bytes from the buffer's end.</param>
    public VectorOffset(int value) => Value = value;
}

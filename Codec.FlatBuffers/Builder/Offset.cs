namespace Google.FlatBuffers;

/// <summary>Where a table or struct is in a buffer that is being built.</summary>
/// <typeparam name="T">The type that flatc wrote for it.</typeparam>
public struct Offset<T>
    where T : struct
{
    /// <summary>Bytes from the buffer's end to the object; 0 is none.</summary>
    public int Value;

    /// <summary>Wraps an offset that a <see cref="FlatBufferBuilder"/> returned.</summary>
    /// <param name="value">Bytes from the buffer's end.</param>
    public Offset(int value) => Value = value;
}

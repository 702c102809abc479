namespace Google.FlatBuffers;

/// <summary>The offset of a table or struct in a buffer that is being built.</summary>
/// <typeparam name="T">The type that flatc generated for the table or struct.</typeparam>
public struct Offset<T>
    where T : struct
{
    /// <summary>The distance from the end of the buffer to the object, in bytes. 0 means no object.</summary>
    public int Value;

    /// <summary>Creates an offset from a number that a <see cref="FlatBufferBuilder"/> returned.</summary>
    /// <param name="value">The distance from the end of the buffer, in bytes.</param>
    public Offset(int value) => Value = value;
}

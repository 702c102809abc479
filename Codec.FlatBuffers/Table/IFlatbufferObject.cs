namespace Google.FlatBuffers;

/// <summary>The interface of every type that flatc generates for a table or a struct.</summary>
public interface IFlatbufferObject
{
    /// <summary>Gets the buffer that contains the object.</summary>
    ByteBuffer ByteBuffer { get; }

    /// <summary>Points the object at a position of a buffer.</summary>
    /// <param name="_i">The index of the table or struct in the buffer, in bytes.</param>
    /// <param name="_bb">The buffer. It is not copied.</param>
    void __init(int _i, ByteBuffer _bb);
}

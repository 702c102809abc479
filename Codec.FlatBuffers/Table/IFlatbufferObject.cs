namespace Google.FlatBuffers;

/// <summary>What every struct that flatc writes for a table or a struct implements.</summary>
public interface IFlatbufferObject
{
    /// <summary>The buffer that the object is a view of.</summary>
    ByteBuffer ByteBuffer { get; }

    /// <summary>Points the object at a position of a buffer.</summary>
    /// <param name="_i">The index of the table or struct, in bytes from the buffer's first.</param>
    /// <param name="_bb">The buffer; it is not copied.</param>
    void __init(int _i, ByteBuffer _bb);
}

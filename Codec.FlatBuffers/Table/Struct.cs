namespace Google.FlatBuffers;

/// <summary>A struct inside a buffer. flatc's code for a struct wraps it.</summary>
public struct Struct
{
    /// <summary>Points at a struct.</summary>
    /// <param name="_i">Its index, in bytes.</param>
    /// <param name="_bb">The buffer; it is not copied.</param>
    public Struct(int _i, ByteBuffer _bb)
    {
        bb = _bb;
        bb_pos = _i;
    }

    /// <summary>The struct's index in <see cref="bb"/>, in bytes.</summary>
    public readonly int bb_pos;

    /// <summary>The buffer that holds the struct.</summary>
    public readonly ByteBuffer bb;
}

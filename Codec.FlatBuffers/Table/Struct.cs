namespace Google.FlatBuffers;

/// <summary>A struct inside a buffer. Generated code of flatc wraps it.</summary>
public struct Struct
{
    /// <summary>Creates a view of a struct.</summary>
    /// <param name="_i">The index of the struct, in bytes.</param>
    /// <param name="_bb">The buffer. It is not copied.</param>
    public Struct(int _i, ByteBuffer _bb)
    {
        bb = _bb;
        bb_pos = _i;
    }

    /// <summary>The index of the struct in <see cref="bb"/>, in bytes.</summary>
    public readonly int bb_pos;

    /// <summary>The buffer that contains the struct.</summary>
    public readonly ByteBuffer bb;
}

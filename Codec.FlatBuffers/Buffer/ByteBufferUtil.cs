namespace Google.FlatBuffers;

/// <summary>Reads size prefixes. A size prefix is four bytes before a buffer that contain its size.</summary>
public class ByteBufferUtil
{
    /// <summary>Reads the size prefix at the buffer's position.</summary>
    /// <param name="bb">The buffer. Its position must be at the prefix.</param>
    /// <returns>The value of the prefix: the number of bytes that follow it.</returns>
    /// <exception cref="System.ArgumentOutOfRangeException">Fewer than four bytes are left.</exception>
    public static int GetSizePrefix(ByteBuffer bb) => bb.GetInt(bb.Position);

    /// <summary>Creates a second view of the buffer, positioned after its size prefix.</summary>
    /// <param name="bb">The buffer. Its position must be at the prefix, and does not change.</param>
    /// <returns>The view, which shares the bytes.</returns>
    public static ByteBuffer RemoveSizePrefix(ByteBuffer bb)
    {
        ByteBuffer view = bb.Duplicate();
        view.Position += FlatBufferConstants.SizePrefixLength;
        return view;
    }
}

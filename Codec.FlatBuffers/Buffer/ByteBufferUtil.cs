namespace Google.FlatBuffers;

/// <summary>Size prefixes: the four bytes that may stand in front of a buffer and count it.</summary>
public class ByteBufferUtil
{
    /// <summary>Reads the size prefix at the buffer's position.</summary>
    /// <param name="bb">The buffer, its position at the prefix.</param>
    /// <returns>The bytes that follow the prefix, as the prefix says.</returns>
    /// <exception cref="System.ArgumentOutOfRangeException">Fewer than four bytes are left.</exception>
    public static int GetSizePrefix(ByteBuffer bb) => bb.GetInt(bb.Position);

    /// <summary>Creates a second view of the buffer, positioned after its size prefix.</summary>
    /// <param name="bb">The buffer, its position at the prefix; it stays as it is.</param>
    /// <returns>The view; it shares the bytes.</returns>
    public static ByteBuffer RemoveSizePrefix(ByteBuffer bb)
    {
        ByteBuffer view = bb.Duplicate();
        view.Position += FlatBufferConstants.SizePrefixLength;
        return view;
    }
}

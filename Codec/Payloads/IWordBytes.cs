namespace Codec.Payloads;

/// <summary>Operations on the eight bytes of a word; the first byte is the lowest. Marks are the high bits of bytes.</summary>
internal interface IWordBytes
{
    /// <summary>Returns how many bytes are marked.</summary>
    int Count(ulong marks);

    /// <summary>Returns one bit for each byte, the lowest for the first.</summary>
    byte Tag(ulong marks);

    /// <summary>Returns the marks of a tag.</summary>
    ulong Marks(byte tag);

    /// <summary>Moves the marked bytes to the front; the bytes after them are undefined.</summary>
    ulong Gather(ulong word, ulong marks);

    /// <summary>Moves the first bytes to the marked positions. The others become 0.</summary>
    ulong Scatter(ulong bytes, ulong marks);
}

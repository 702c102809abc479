namespace Codec.Payloads;

/// <summary>Operations on the eight bytes of a word; the first byte is the lowest. A byte is marked by its high bit.</summary>
internal interface IWordBytes
{
    /// <summary>Returns the number of marked bytes.</summary>
    int Count(ulong marks);

    /// <summary>Returns the tag: one bit for each byte, set if the byte is marked. The lowest bit is that of the first byte.</summary>
    byte Tag(ulong marks);

    /// <summary>Returns the marks of a tag.</summary>
    ulong Marks(byte tag);

    /// <summary>Moves the marked bytes to the front; the bytes after them are undefined.</summary>
    ulong Gather(ulong word, ulong marks);

    /// <summary>Moves the first bytes to the marked positions. The others become 0.</summary>
    ulong Scatter(ulong bytes, ulong marks);
}

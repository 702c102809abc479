using System.Buffers;

namespace Codec.Transport;

/// <summary>A pooled array to which received bytes are appended, and from which they are taken in order.</summary>
internal sealed class ReceiveBlock(int size)
{
    internal byte[] Bytes { get; private set; } = ArrayPool<byte>.Shared.Rent(size);

    /// <summary>Gets or sets the index of the first byte that was not taken.</summary>
    internal int Start { get; set; }

    /// <summary>Gets or sets the index after the last byte that was received.</summary>
    internal int End { get; set; }

    internal ReceiveBlock? Next { get; set; }

    /// <summary>Returns the array.</summary>
    internal void Return()
    {
        byte[] bytes = Bytes;
        Bytes = [];
        Start = 0;
        End = 0;
        if (bytes.Length > 0)
        {
            ArrayPool<byte>.Shared.Return(bytes);
        }
    }
}

namespace Codec.Tests.Doubles;

/// <summary>
/// A client's transport that returns the test's chunks, records what is sent, and overwrites memory after the client has returned it.
/// </summary>
public sealed class ChunkTransport : IPacketClientTransport
{
    private readonly Queue<byte[]> _chunks = new();
    private byte[] _lent = [];

    public ChunkTransport(params IEnumerable<byte[]> chunks)
    {
        foreach (byte[] chunk in chunks)
        {
            Add(chunk);
        }
    }

    /// <summary>Gets the bytes that were sent, one item per packet.</summary>
    public List<byte[]> Sent { get; } = [];

    /// <summary>Gets or sets whether the peer ends the connection after the chunks.</summary>
    public bool Ends { get; set; }

    /// <summary>Gets or sets the exception that ends the connection after the chunks.</summary>
    public Exception? Failure { get; set; }

    /// <summary>Gets or sets whether nothing can be sent.</summary>
    public bool IsFull { get; set; }

    public int Disposals { get; private set; }

    /// <summary>Called when the client has used all chunks.</summary>
    public Action? OnEmpty { get; set; }

    public void Add(byte[] chunk)
    {
        // An empty chunk would be the end of the stream.
        if (chunk.Length > 0)
        {
            _chunks.Enqueue((byte[])chunk.Clone());
        }
    }

    public bool TryReceive(out ArraySegment<byte> bytes)
    {
        TakeBack();
        if (_chunks.Count > 0)
        {
            // Like a pooled array, the array is longer than the chunk.
            byte[] chunk = _chunks.Dequeue();
            _lent = [0xCC, 0xCC, .. chunk, 0xCC, 0xCC];
            bytes = new ArraySegment<byte>(_lent, 2, chunk.Length);
            return true;
        }

        OnEmpty?.Invoke();
        bytes = default;
        return Failure is null ? Ends : throw Failure;
    }

    public bool TrySend(ArraySegment<byte> bytes)
    {
        if (IsFull || Disposals > 0)
        {
            return false;
        }

        Sent.Add(bytes.AsSpan().ToArray());
        return true;
    }

    public void Dispose()
    {
        Disposals++;
        TakeBack();
    }

    private void TakeBack() => _lent.AsSpan().Fill(0xDD);
}

using Codec.Payloads;

namespace Codec.Generated;

/// <summary>The memory in which a packed message is written before it is packed. Each thread keeps one. Not thread-safe.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class PackingScratch : IDisposable
{
    // In bytes: enough for most messages.
    private const int FirstSize = 4096;

    // In bytes: twice the largest payload of the default format. Larger messages are rare, so their memory is not kept by the thread.
    private const int MaxKept = 128 * 1024;

    // The numbers of the message and of its baseline, in bytes.
    private const int DeltaHeaderSize = 2;

    [ThreadStatic]
    private static PackingScratch? _ofThread;

    private byte[] _kept = new byte[FirstSize];

    private PackingScratch() => Bytes = _kept;

    /// <summary>Gets the memory.</summary>
    public byte[] Bytes { get; private set; }

    /// <summary>Takes the thread's memory. If it is in use, because a message sends another while it is written, other memory is allocated.</summary>
    /// <returns>The memory, which the caller must dispose.</returns>
    public static PackingScratch Take()
    {
        PackingScratch? scratch = _ofThread;
        _ofThread = null;
        return scratch ?? new PackingScratch();
    }

    /// <summary>Returns the largest size of a packed message.</summary>
    public static int MaxSize(int size, int limit) => PackedPayload.GetMaxPackedSize(Math.Min(Math.Min(size, limit), int.MaxValue - 1));

    /// <summary>Returns the largest size of a message that is sent as a difference.</summary>
    public static int MaxDeltaSize(int size, int limit) => DeltaHeaderSize + MaxSize(size, Math.Min(limit, int.MaxValue - 1 - DeltaHeaderSize));

    /// <summary>Replaces the memory with larger memory, whose content is undefined.</summary>
    /// <exception cref="InvalidOperationException">The memory already has that size: the message was changed while it was being written.</exception>
    public void Grow(int size, string message)
    {
        if (size <= Bytes.Length)
        {
            Throw.ChangedWhileWriting(message);
        }

        ReturnRented();
        Bytes = size > MaxKept ? ArrayPool<byte>.Shared.Rent(size) : _kept = new byte[Math.Min(Math.Max(size, 2 * _kept.Length), MaxKept)];
    }

    /// <summary>Packs the message.</summary>
    /// <returns><see langword="false"/> if <paramref name="destination"/> is too short.</returns>
    /// <exception cref="InvalidOperationException">The payload is larger than the limit, or its tables are nested too deep.</exception>
    public bool TryPack(PayloadShape shape, Span<byte> destination, ref int written, int limit, string message)
    {
        GeneratedWriter.CheckLimit(written, limit, message);
        OperationStatus status = PackedPayload.Pack(shape, Bytes.AsSpan(0, written), destination, out written);
        if (status == OperationStatus.InvalidData)
        {
            Throw.NotPackable(message);
        }

        return status == OperationStatus.Done;
    }

    /// <summary>Packs a message of a type with differences as a whole. The message has no number, so receivers do not keep it.</summary>
    /// <inheritdoc cref="TryPack"/>
    public bool TryPackWhole(PayloadShape shape, Span<byte> destination, ref int written, int limit, string message)
    {
        int size = written;
        written = 0;
        if (destination.Length < DeltaHeaderSize || !TryPack(shape, destination.Slice(DeltaHeaderSize), ref size, limit, message))
        {
            return false;
        }

        destination.Slice(0, DeltaHeaderSize).Clear();
        written = DeltaHeaderSize + size;
        return true;
    }

    /// <summary>Returns the memory to the thread.</summary>
    public void Dispose()
    {
        ReturnRented();
        _ofThread = this;
    }

    private void ReturnRented()
    {
        byte[] bytes = Bytes;
        Bytes = _kept;
        if (bytes != _kept)
        {
            ArrayPool<byte>.Shared.Return(bytes);
        }
    }
}

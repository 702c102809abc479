namespace Codec.Tests.Doubles;

/// <summary>
/// A payload writer that calls back while it writes, and checks whether the shared pool then rents out the memory to which it writes.
/// </summary>
/// <param name="call">The callback. An <see cref="AggregateException"/> is ignored.</param>
internal sealed class LentMemoryWriter(Action call) : IPayloadWriter<byte>
{
    internal bool LostItsMemory { get; private set; }

    public int GetMaxSize(in byte message) => 1;

    public int Write(in byte message, Span<byte> destination)
    {
        try
        {
            call();
        }
        catch (AggregateException)
        {
        }

        // The array of a block has at least 512 bytes, and at most 64 KB.
        for (int size = 512; size <= 64 * 1024; size *= 2)
        {
            byte[] rented = ArrayPool<byte>.Shared.Rent(size);
            LostItsMemory |= destination.Overlaps(rented);
            ArrayPool<byte>.Shared.Return(rented);
        }

        return 1;
    }
}

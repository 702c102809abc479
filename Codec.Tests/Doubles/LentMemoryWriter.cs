using System;
using System.Buffers;
using Codec.Framing;

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

        byte[] rented = ArrayPool<byte>.Shared.Rent(64 * 1024);
        LostItsMemory = destination.Overlaps(rented);
        ArrayPool<byte>.Shared.Return(rented);
        return 1;
    }
}

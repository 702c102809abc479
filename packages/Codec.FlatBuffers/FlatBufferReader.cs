using System.Buffers.Binary;
using Codec.Interpreter;

namespace Codec.FlatBuffers;

/// <summary>Verifies payloads by their schema, and reads them as a table that flatc generated. Thread-safe.</summary>
/// <typeparam name="TRoot">flatc's type of the root table.</typeparam>
/// <remarks>
/// The verifier of the package is not used, because it rejects some valid payloads, and throws for others. A payload is accepted if generated packets of the schema
/// accept it: at most 64 levels of tables, one table for each 4 bytes (from 16,384 to 1,000,000), and strings and vectors of at most 16 MiB or 16 bytes for each
/// byte of the payload.
/// </remarks>
public sealed class FlatBufferReader<TRoot>
    where TRoot : struct, IFlatbufferObject
{
    private readonly PayloadMessage _message;

    /// <summary>Creates a reader.</summary>
    /// <param name="schema">The schema from which flatc generated the table.</param>
    /// <param name="table">The table's full name in the schema, or <see langword="null"/> if it is that of <typeparamref name="TRoot"/>.</param>
    /// <exception cref="ArgumentNullException"><paramref name="schema"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException">The schema has no such table.</exception>
    public FlatBufferReader(PayloadSchema schema, string? table = null)
    {
        Throw.IfNull(schema, nameof(schema));

        table ??= typeof(TRoot).FullName!;
        PayloadMessage? message = schema.Find(table);
        if (message is null || message.IsStruct || message.FullName != table)
        {
            Throw.NoSuchTable(nameof(table), table);
        }

        _message = message;
    }

    /// <summary>Verifies a payload and gets its root table. Allocates only the package's <see cref="ByteBuffer"/>, if the payload is valid.</summary>
    /// <param name="payload">The payload. The table reads from this memory, which must not change while the table is used.</param>
    /// <param name="root">The root table, or the default value. Its <see cref="ByteBuffer"/> also contains the bytes of the array around the payload.</param>
    /// <returns><see langword="false"/> if the payload is not valid. No bytes cause an exception.</returns>
    public bool TryRead(ArraySegment<byte> payload, out TRoot root)
    {
        root = default;
        bool isValid = _message.VerifyCopy(payload);
        if (isValid)
        {
            root = Open(payload, new ByteBuffer(payload.Array));
        }

        return isValid;
    }

    /// <summary>Verifies a packet's payload and gets its root table, which reads from a reused buffer.</summary>
    /// <returns>The buffer, which the caller must dispose after its last use of the table; or <see langword="null"/> if the payload is not valid.</returns>
    internal PayloadBuffer? Read(in Packet packet, DispatchScratch scratch, out TRoot root)
    {
        root = default;
        byte[] array = scratch.GetPayloadArray(packet, out int offset);
        ArraySegment<byte> payload = new(array, offset, packet.PayloadSize);
        if (!_message.VerifyCopy(payload))
        {
            return null;
        }

        PayloadBuffer buffer = PayloadBuffer.Take();
        root = Open(payload, buffer.Over(array));
        return buffer;
    }

    private static TRoot Open(ArraySegment<byte> payload, ByteBuffer buffer)
    {
        TRoot root = default;
        root.__init(payload.Offset + BinaryPrimitives.ReadInt32LittleEndian(payload), buffer);
        return root;
    }
}

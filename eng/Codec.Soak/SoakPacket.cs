using System.Buffers.Binary;

namespace Codec.Soak;

/// <summary>
/// A packet of a link. Its id is the direction. Its payload has 5 numbers of 4 bytes, followed by bytes that are derived from them. The C++
/// peer (cpp/tests/soak) uses the same format.
/// </summary>
internal readonly record struct SoakPacket(uint Link, bool IsToServer, uint Index, uint Answers, int MaxPayload, bool EndsLast) : IPacket
{
    public const int MinPayload = 20;

    // Most packets are small, as in games.
    private const int SmallPayload = 300;
    private const uint ToServerId = 7000;
    private const uint ToClientId = 7001;

    public uint Id => IsToServer ? ToServerId : ToClientId;

    /// <summary>Gets the size of the payload in bytes, which is derived from the link, the direction and the index.</summary>
    public int PayloadSize
    {
        get
        {
            uint hash = unchecked((Link * 0x9E3779B1) + ((Index + 1) * 0xC2B2AE35) + Id);
            hash = unchecked((hash ^ (hash >> 15)) * 0x2C1B3C6D);
            hash ^= hash >> 12;
            int limit = hash % 64 == 0 ? MaxPayload : Math.Min(MaxPayload, SmallPayload);
            return MinPayload + (int)((hash >> 6) % (uint)(limit - MinPayload + 1));
        }
    }

    public int Size => PacketHeader.ByteCount + PayloadSize;
    private byte Filling => (byte)(Link + Index);

    /// <summary>Reads the numbers of a payload, which has at least <see cref="MinPayload"/> bytes.</summary>
    public static SoakPacket Read(uint id, ReadOnlySpan<byte> payload) => new(
        BinaryPrimitives.ReadUInt32LittleEndian(payload[4..]),
        id == ToServerId,
        BinaryPrimitives.ReadUInt32LittleEndian(payload),
        BinaryPrimitives.ReadUInt32LittleEndian(payload[8..]),
        BinaryPrimitives.ReadInt32LittleEndian(payload[12..]),
        BinaryPrimitives.ReadUInt32LittleEndian(payload[16..]) != 0);

    public int GetMaxByteCount() => PayloadSize;

    public bool TryWrite(Span<byte> payload, out int written)
    {
        written = PayloadSize;
        if (payload.Length < written)
        {
            return false;
        }

        BinaryPrimitives.WriteUInt32LittleEndian(payload, Index);
        BinaryPrimitives.WriteUInt32LittleEndian(payload[4..], Link);
        BinaryPrimitives.WriteUInt32LittleEndian(payload[8..], Answers);
        BinaryPrimitives.WriteInt32LittleEndian(payload[12..], MaxPayload);
        BinaryPrimitives.WriteUInt32LittleEndian(payload[16..], EndsLast ? 1u : 0u);
        payload[MinPayload..written].Fill(Filling);
        return true;
    }

    public bool Equals(uint id, ReadOnlySpan<byte> payload) =>
        id == Id && payload.Length == PayloadSize && Read(id, payload) == this && !payload[MinPayload..].ContainsAnyExcept(Filling);
}

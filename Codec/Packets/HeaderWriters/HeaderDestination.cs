using System.Runtime.CompilerServices;

namespace Codec.Packets.HeaderWriters;

/// <summary>The checks that the writers' array forms share.</summary>
internal static class HeaderDestination
{
    /// <summary>Throws unless a header fits at <paramref name="offset"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Check(byte[] destination, int offset)
    {
        // No check for null: reading the length faults by itself, and one more branch makes a loop of headers up to 1.3 times slower.
        if ((ulong)(uint)offset + PacketHeader.ByteCount > (uint)destination.Length)
        {
            Throw.NoRoomAtOffset(destination, offset, PacketHeader.ByteCount);
        }
    }
}

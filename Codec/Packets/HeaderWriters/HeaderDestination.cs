using System.Runtime.CompilerServices;

namespace Codec.Packets.HeaderWriters;

/// <summary>The checks that the writers' array forms share.</summary>
internal static class HeaderDestination
{
    /// <summary>Throws unless a header fits at <paramref name="offset"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Check(byte[] destination, int offset)
    {
        if (destination is null)
        {
            Throw.ArgumentNull(nameof(destination));
        }

        if ((ulong)(uint)offset + PacketHeader.ByteCount > (uint)destination.Length)
        {
            Throw.NoRoomAtOffset(destination, offset, PacketHeader.ByteCount);
        }
    }
}

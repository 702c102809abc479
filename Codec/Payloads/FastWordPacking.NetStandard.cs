#if !NET
using Codec.Packets;

namespace Codec.Payloads;

/// <summary>Packs words without vector instructions, which netstandard does not have.</summary>
internal static class FastWordPacking
{
    internal static bool IsSupported => false;

    internal static int Pack(ReadOnlySpan<byte> source, Span<byte> destination) => WordPacking.Pack<ScalarWordBytes>(source, destination);

    internal static PacketError Unpack(ReadOnlySpan<byte> source, Span<byte> destination) => WordPacking.Unpack<ScalarWordBytes>(source, destination);
}
#endif

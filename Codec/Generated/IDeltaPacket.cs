using Codec.Packets;

namespace Codec.Generated;

/// <summary>A message that can be sent as the difference from an earlier one. Generated code implements it explicitly.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public interface IDeltaPacket : IPacket
{
    /// <summary>Gets the shape of the message.</summary>
    PayloadShape Shape { get; }

    /// <summary>Gets how many messages a receiver keeps: 1 to 64.</summary>
    int Baselines { get; }

    /// <summary>Gets the largest payload in bytes.</summary>
    int Limit { get; }

    /// <summary>Returns the exact size of the unpacked payload in bytes, or an upper bound.</summary>
    /// <returns>A number of bytes that suffices for <see cref="TryWritePayload"/>.</returns>
    int GetMaxPayloadSize();

    /// <summary>Writes the unpacked payload.</summary>
    /// <returns><see langword="false"/> if <paramref name="destination"/> is too short.</returns>
    bool TryWritePayload(Span<byte> destination, out int written);
}

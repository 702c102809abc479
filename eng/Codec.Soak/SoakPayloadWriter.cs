using System;
using Codec.Framing;

namespace Codec.Soak;

/// <summary>Writes the payload of a <see cref="SoakPacket"/> directly into the send buffer.</summary>
internal sealed class SoakPayloadWriter : IPayloadWriter<SoakPacket>
{
    public static SoakPayloadWriter Instance { get; } = new();

    public int GetMaxSize(in SoakPacket message) => message.PayloadSize;

    public int Write(in SoakPacket message, Span<byte> destination) => message.Write(destination);
}

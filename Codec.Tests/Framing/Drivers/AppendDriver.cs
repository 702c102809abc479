using System;
using System.Buffers;
using Codec.Framing;
using NUnit.Framework;

namespace Codec.Tests.Framing.Drivers;

/// <summary>The push decoder through its buffer: everything appended, then taken.</summary>
public sealed class AppendDriver : PushDriver
{
    private protected override OperationStatus Push(PacketPushDecoder decoder, byte[] received, Decoding stream, Action<uint>? handler)
    {
        Assert.That(decoder.TryAppend(received), Is.True);
        OperationStatus status;
        while ((status = decoder.Take(out Packet packet)) == OperationStatus.Done)
        {
            Deliver(stream, packet.Id, packet.Payload.ToArray(), handler);
        }

        return status;
    }
}

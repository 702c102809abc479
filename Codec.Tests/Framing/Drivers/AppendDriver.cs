namespace Codec.Tests.Framing.Drivers;

/// <summary>Runs the push decoder with its own buffer: appends each chunk, and then takes the packets.</summary>
public sealed class AppendDriver : PushDriver
{
    private protected override OperationStatus Push(PacketPushDecoder decoder, byte[] received, Decoding stream, PacketDispatcher<Decoding>? dispatcher)
    {
        Assert.That(decoder.TryAppend(received), Is.True);
        OperationStatus status;
        while ((status = decoder.ReadKept(out Packet packet)) == OperationStatus.Done)
        {
            Deliver(stream, packet, dispatcher);
        }

        return status;
    }
}

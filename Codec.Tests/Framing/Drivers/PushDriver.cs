namespace Codec.Tests.Framing.Drivers;

/// <summary>Runs the push decoder in place. Each chunk is overwritten before the next one is decoded.</summary>
public class PushDriver : StreamDriver
{
    public override Decoding Decode(IReadOnlyList<byte[]> chunks, PacketFormat format, bool ends = true, PacketDispatcher<Decoding>? dispatcher = null)
    {
        Decoding stream = dispatcher?.State ?? new Decoding();
        CountingPool pool = new();
        using (PacketPushDecoder decoder = new(format, pool: pool))
        {
            foreach (byte[] chunk in chunks)
            {
                byte[] received = (byte[])chunk.Clone();
                if (Push(decoder, received, stream, dispatcher) == OperationStatus.InvalidData)
                {
                    break;
                }

                Array.Fill(received, (byte)0xDD);
            }

            stream.Error = ends ? decoder.Complete() : decoder.Error;
            stream.Hint = decoder.Hint;
            stream.Position = decoder.Position;
        }

        stream.Outstanding = pool.Outstanding;
        stream.PeakRented = pool.PeakRented;
        return stream;
    }

    private protected virtual OperationStatus Push(PacketPushDecoder decoder, byte[] received, Decoding stream, PacketDispatcher<Decoding>? dispatcher)
    {
        ReadOnlySpan<byte> chunk = received;
        OperationStatus status;
        while ((status = decoder.Read(ref chunk, out Packet packet)) == OperationStatus.Done)
        {
            Deliver(stream, packet, dispatcher);
        }

        return status;
    }
}

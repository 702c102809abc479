using Codec.FlatBuffers;
using Game.Samples;
using Google.FlatBuffers;

namespace Codec.Bench.Packets;

/// <summary>
/// What does it cost to make a packet of a finished 48-byte payload? The copies are those of typical hand-written code, from the array that
/// <c>SizedByteArray</c> returns.
/// </summary>
public class MakePacketBenchmarks
{
    /// <summary>
    /// The number of packets per invocation. Each round uses the next builder, so that consecutive writes have different destinations.
    /// </summary>
    internal const int Count = 64;

    private const ushort Id = 65534;

    private readonly FlatBufferBuilder[] _builders = new FlatBufferBuilder[Count];
    private readonly byte[] _destination = new byte[64];
    private byte[] _packet = [];

    [GlobalSetup]
    public void Setup()
    {
        for (int i = 0; i < Count; i++)
        {
            _builders[i] = new FlatBufferBuilder(64);
            GameMessages.BuildTestPacket(_builders[i]);
        }
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Count)]
    public void ByteByByteCopy()
    {
        foreach (FlatBufferBuilder builder in _builders)
        {
            byte[] payload = builder.SizedByteArray();
            byte[] packet = NewPacket(payload.Length);
            for (int i = 0; i < payload.Length; i++)
            {
                packet[PacketHeader.ByteCount + i] = payload[i];
            }

            _packet = packet;
        }
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public void BlockCopy()
    {
        foreach (FlatBufferBuilder builder in _builders)
        {
            byte[] payload = builder.SizedByteArray();
            byte[] packet = NewPacket(payload.Length);
            Buffer.BlockCopy(payload, 0, packet, PacketHeader.ByteCount, payload.Length);
            _packet = packet;
        }
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public void AsPacketToArray()
    {
        foreach (FlatBufferBuilder builder in _builders)
        {
            _packet = builder.AsPacket(Id).WriteHeader().AsSpan().ToArray();
        }
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public int Encode()
    {
        int bytes = 0;
        foreach (FlatBufferBuilder builder in _builders)
        {
            PacketEncoder.Encode(_destination, builder.AsPacket(Id), null, out int written);
            bytes += written;
        }

        return bytes;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public int AsPacket()
    {
        int bytes = 0;
        foreach (FlatBufferBuilder builder in _builders)
        {
            ArraySegment<byte> packet = builder.AsPacket(Id).WriteHeader();
            bytes += packet.Offset + packet.Count;
        }

        return bytes;
    }

    private static byte[] NewPacket(int payloadLength)
    {
        byte[] packet = new byte[PacketHeader.ByteCount + payloadLength];
        packet[0] = (byte)payloadLength;
        packet[1] = (byte)(payloadLength >> 8);
        packet[2] = unchecked((byte)Id);
        packet[3] = Id >> 8;
        return packet;
    }
}

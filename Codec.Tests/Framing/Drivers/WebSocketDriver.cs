namespace Codec.Tests.Framing.Drivers;

/// <summary>Runs a connection over a WebSocket that receives each chunk as a message.</summary>
public sealed class WebSocketDriver : ConnectionDriver
{
    private static readonly byte[] CloseFrame = [0x88, 0];

    private protected override PacketConnection Connect(IReadOnlyList<byte[]> chunks, PacketFormat format)
    {
#pragma warning disable CA2000 // The connection owns them.
        ChunkStream stream = new([.. chunks.Select(Frame), CloseFrame], ends: true) { SeemsWritable = true };
        return new PacketConnection(WebSocket.CreateFromStream(stream, isServer: false, subProtocol: null, Timeout.InfiniteTimeSpan), format);
#pragma warning restore CA2000
    }

    private static byte[] Frame(byte[] message)
    {
        const byte FinalBinary = 0x82;
        byte[] length = message.Length switch
        {
            < 126 => [(byte)message.Length],
            <= ushort.MaxValue => [126, (byte)(message.Length >> 8), (byte)message.Length],
            _ => [127, 0, 0, 0, 0, .. BitConverter.GetBytes(message.Length).Reverse()],
        };
        return [FinalBinary, .. length, .. message];
    }
}

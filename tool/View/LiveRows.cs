using Codec.Cli.Tap;

namespace Codec.Cli.View;

/// <summary>Adds the traffic of a tap to an index. Thread-safe.</summary>
internal sealed class LiveRows(PacketIndex index, PacketFormat format) : ITapSink
{
    private readonly object _lock = new();
    private readonly PayloadUnpacker _unpacker = new();

    public long NotPrinted => index.Omitted;

    public void Add(TapLine line, ReadOnlySpan<byte> bytes = default)
    {
        lock (_lock)
        {
            try
            {
                if (line.Event is not null)
                {
                    index.Event($"{line.Event}: {line.Detail}", line.Nanoseconds, line.Direction, line.Connection > 0 ? line.Connection : null, isOpen: line.Event == "connected");
                }
                else if (line.Error != PacketError.None)
                {
                    index.Fault(TapLineWriter.FaultOf(line, bytes, format));
                }
                else
                {
                    TracedPacket packet = line.ToPacket(bytes);
                    PacketInspection inspection = PacketInspection.Of(ref packet, _unpacker, index.Schema, type: null, isServer: false);
                    index.Packet(packet, inspection, line.IsInjected ? PacketRowFlags.Injected : PacketRowFlags.None);
                }
            }
            catch (IOException exception)
            {
                // The disk is full. Forwarding continues.
                index.Stopped = exception.Message;
            }
        }
    }
}

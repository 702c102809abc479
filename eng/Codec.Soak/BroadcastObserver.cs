using System.Runtime.CompilerServices;
using Codec.Framing;
using Codec.Transport;

namespace Codec.Soak;

/// <summary>Counts the accepted packets of the connections in a <see cref="Broadcast"/>. A broadcast does not return whether a failed connection has accepted it.</summary>
internal sealed class BroadcastObserver : PacketConnectionObserver
{
    private readonly ConditionalWeakTable<PacketConnection, LinkEnd> _ends = [];

    public static BroadcastObserver Instance { get; } = new();

    /// <summary>Starts to count the packets that a connection accepts.</summary>
    public void Add(PacketConnection connection, LinkEnd end) => _ends.Add(connection, end);

    /// <summary>Stops counting. Does nothing if there is no connection.</summary>
    public void Remove(PacketConnection? connection)
    {
        if (connection is not null)
        {
            _ends.Remove(connection);
        }
    }

    public override void Sent(PacketConnection connection, in Packet packet)
    {
        if (_ends.TryGetValue(connection, out LinkEnd? end))
        {
            end.Accepted++;
        }
    }
}

namespace Codec.Soak;

/// <summary>What carries the packets of a link.</summary>
internal enum LinkTransport
{
    Tcp,
    Tls,
    WebSocket,
}

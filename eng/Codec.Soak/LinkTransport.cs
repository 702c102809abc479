namespace Codec.Soak;

/// <summary>The transport of the packets of a link.</summary>
internal enum LinkTransport
{
    Tcp,
    Tls,
    WebSocket,
}

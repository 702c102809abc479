namespace Codec.Soak;

internal enum LinkTransport
{
    Tcp,
    Tls,
    WebSocket,
}

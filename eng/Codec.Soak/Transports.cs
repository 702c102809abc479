using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Codec.Soak;

internal static class Transports
{
    private static readonly X509Certificate2 Certificate = MakeCertificate();

    /// <summary>Gets the options of a link that becomes silent. The deadlines are far longer than a busy machine needs for a packet.</summary>
    public static PacketConnectionOptions WithDeadlines { get; } =
        new() { IdleTimeout = TimeSpan.FromSeconds(1), HalfPacketTimeout = TimeSpan.FromSeconds(1), SendLimit = 200_000 };

    /// <summary>Makes a connection of a socket, and closes the socket if that fails.</summary>
    public static async Task<PacketConnection> ConnectAsync(Socket socket, LinkTransport transport, bool isServer, PacketConnectionOptions options)
    {
        socket.NoDelay = true;
        Stream stream = new NetworkStream(socket, ownsSocket: true);
        if (transport == LinkTransport.WebSocket)
        {
            return new PacketConnection(WebSocket.CreateFromStream(stream, isServer, subProtocol: null, Timeout.InfiniteTimeSpan), options: options);
        }

#pragma warning disable CA5359 // The certificate was made a moment ago.
        SslStream tls = new(stream, leaveInnerStreamOpen: false, (_, _, _, _) => true);
#pragma warning restore CA5359
        try
        {
            // The library's deadlines start after the handshake.
            using CancellationTokenSource timeout = new(TimeSpan.FromSeconds(30));
            await (isServer
                ? tls.AuthenticateAsServerAsync(new SslServerAuthenticationOptions { ServerCertificate = Certificate }, timeout.Token)
                : tls.AuthenticateAsClientAsync(new SslClientAuthenticationOptions { TargetHost = "localhost" }, timeout.Token)).ConfigureAwait(false);
            return new PacketConnection(tls, options: options);
        }
        catch
        {
            await tls.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    private static X509Certificate2 MakeCertificate()
    {
        using ECDsa key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        CertificateRequest request = new("CN=localhost", key, HashAlgorithmName.SHA256);

        // Longer than the steps of the clock.
        return request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-10), DateTimeOffset.UtcNow.AddDays(10));
    }
}

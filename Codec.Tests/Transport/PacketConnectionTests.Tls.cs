namespace Codec.Tests.Transport;

/// <content>Connections over TLS.</content>
public sealed partial class PacketConnectionTests
{
    [Test]
    public async Task Packets_are_sent_and_received_over_tls()
    {
        const int Count = 2000;
        int seed = RandomCases.Seed();
        (SslStream client, SslStream server, _) = await ConnectTls();
        await using PacketConnection left = new(client);
        await using PacketConnection right = new(server);
        Task echoing = Task.Run(async () =>
        {
            int answered = 0;
            await foreach (PacketReadResult result in right.ReadAllAsync())
            {
                ValueTask sent = right.SendAsync(result.Packet.Id, result.Packet.Payload);
                await sent;
                if (++answered == Count)
                {
                    break;
                }
            }

            await right.FlushAsync();
        });
        Task sending = Task.Run(async () =>
        {
            Random random = new(seed);
            for (int i = 0; i < Count; i++)
            {
                byte[] payload = new byte[random.Next(3000)];
                random.NextBytes(payload);
                await left.SendAsync((uint)i, payload);
            }
        });

        Random again = new(seed);
        int received = 0;
        await foreach (PacketReadResult result in left.ReadAllAsync(new CancellationTokenSource(Limit).Token))
        {
            byte[] payload = new byte[again.Next(3000)];
            again.NextBytes(payload);
            Assert.That(result.Packet.Id, Is.EqualTo(received));
            Assert.That(result.Packet.Payload.SequenceEqual(payload), Is.True);
            if (++received == Count)
            {
                break;
            }
        }

        await Task.WhenAll(echoing, sending).WaitAsync(Limit);
    }

    internal static X509Certificate2 SelfSigned()
    {
        using RSA key = RSA.Create(2048);
        CertificateRequest request = new("CN=localhost", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        using X509Certificate2 certificate = request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(1));

        // On some systems, TLS does not accept an ephemeral key, so the certificate is exported and loaded again.
        return X509CertificateLoader.LoadPkcs12(certificate.Export(X509ContentType.Pkcs12), null);
    }
}

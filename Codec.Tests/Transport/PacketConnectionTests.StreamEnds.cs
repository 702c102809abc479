namespace Codec.Tests.Transport;

/// <content>Regular and irregular ends of connections over TLS and over network streams.</content>
public sealed partial class PacketConnectionTests
{
    private const string NoShutdown = "netstandard2.0 has no SslStream.ShutdownAsync.";

    [Test]
    public async Task Completing_over_a_network_stream_ends_the_peers_read_and_packets_still_arrive()
    {
        TestedBuild.IgnoreIfNetStandard("netstandard's network streams do not expose their sockets.");
        (Socket client, Socket server) = await ConnectSockets();
#pragma warning disable CA2000 // The connections own them.
        await using PacketConnection left = new(new NetworkStream(client, ownsSocket: true));
        await using PacketConnection right = new(new NetworkStream(server, ownsSocket: true));
#pragma warning restore CA2000
        await CompleteBothWays(left, right);
    }

    [Test]
    public async Task Completing_over_tls_interrupts_the_pending_read_and_loses_nothing()
    {
        TestedBuild.IgnoreIfNetStandard20(NoShutdown);
        const int Count = 300;
        ReadCountingStream? under = null;
        (SslStream client, SslStream server, _) = await ConnectTls(stream => under = new ReadCountingStream(stream));
        await using PacketConnection left = new(client);
        await using PacketConnection right = new(server);
        Task<int> receiving = ReadAll(left);
        while (under!.PendingReads == 0)
        {
            await Task.Delay(1);
        }

        await left.CompleteAsync().AsTask().WaitAsync(Limit);
        Assert.That(under.PendingReadsAtWrite, Is.Zero, "The TLS library must not decrypt and end the stream at the same time.");
        Assert.That(await ReadAll(right).WaitAsync(Limit), Is.Zero);
        for (int i = 0; i < Count; i++)
        {
            await right.SendAsync(1, new byte[5000]);
        }

        await right.CompleteAsync();
        Assert.That(await receiving.WaitAsync(Limit), Is.EqualTo(Count));
    }

    [Test]
    public async Task Completing_over_tls_while_the_peer_sends_loses_nothing()
    {
        TestedBuild.IgnoreIfNetStandard20(NoShutdown);
        const int Count = 2000;
        (SslStream client, SslStream server, _) = await ConnectTls();
        await using PacketConnection left = new(client);
        await using PacketConnection right = new(server);
        Task<int> receiving = ReadAll(left);
        Task completing = Task.CompletedTask;
        for (int i = 0; i < Count; i++)
        {
            await right.SendAsync(1, new byte[500]);
            if (i == Count / 2)
            {
                completing = Task.Run(() => left.CompleteAsync().AsTask());
            }
        }

        await right.CompleteAsync();
        await completing.WaitAsync(Limit);
        Assert.That(await receiving.WaitAsync(Limit), Is.EqualTo(Count));
        Assert.That(await ReadAll(right).WaitAsync(Limit), Is.Zero);
    }

    [Test]
    public async Task Cancelled_read_over_tls_loses_nothing_before_and_after_completing([Values] bool isCompleted)
    {
        (SslStream client, SslStream server, _) = await ConnectTls();
        await using PacketConnection connection = new(client);
        if (isCompleted)
        {
            await connection.CompleteAsync();
        }

        await server.WriteAsync(new byte[] { 2, 0, 1, 0, 9 });
        using (CancellationTokenSource cancel = new(TimeSpan.FromMilliseconds(200)))
        {
            Exception? exception = await Assert.ThrowsAsync(Is.InstanceOf<OperationCanceledException>(), () => ReadAll(connection, cancel.Token).WaitAsync(Limit));
            Assert.That(((OperationCanceledException)exception!).CancellationToken, Is.EqualTo(cancel.Token));
        }

        await server.WriteAsync(new byte[] { 9 });
        await server.DisposeAsync();
        Assert.That(await ReadAll(connection).WaitAsync(Limit), Is.EqualTo(1));
    }

    [Test]
    public async Task A_closed_client_over_tls_sends_its_packets_to_a_server_that_reads_only_after_it_has_sent()
    {
        TestedBuild.IgnoreIfNetStandard20(NoShutdown);
        (SslStream client, SslStream server, _) = await ConnectTls();
        await using (server)
        {
            using (PacketClient left = new(_ => new ValueTask<PacketConnection>(new PacketConnection(client)), new PacketClientOptions { ReceiveLimit = 1 }))
            {
                left.Connect();
                for (int i = 0; i < 20; i++)
                {
                    Assert.That(left.TrySend(1, new byte[9_996]), Is.True);
                }
            }

            // Empty packets.
            await server.WriteAsync(new byte[10_000_000]).AsTask().WaitAsync(Limit);
            byte[] received = new byte[200_000];
            await server.ReadExactlyAsync(received).AsTask().WaitAsync(Limit);
            Assert.That(await server.ReadAsync(received).AsTask().WaitAsync(Limit), Is.Zero);
        }
    }

    [Test]
    public async Task Reset_under_tls_ends_pending_reads_and_sends()
    {
        (SslStream client, SslStream server, Socket peer) = await ConnectTls();
        await using PacketConnection connection = new(client);
        long accepted = 0;
        Task reading = ReadAll(connection);
        Task sending = Task.Run(async () =>
        {
            while (true)
            {
                Interlocked.Increment(ref accepted);
                await connection.SendAsync(1, new byte[10_000]);
            }
        });
        byte[] some = new byte[100_000];
        await server.ReadExactlyAsync(some).AsTask().WaitAsync(Limit);
        peer.LingerState = new LingerOption(true, 0);
        peer.Dispose();

        PacketConnectionException? send = await Assert.ThrowsAsync<PacketConnectionException>(() => sending.WaitAsync(Limit));
        Assert.That(send!.Reason, Is.EqualTo(PacketCloseReason.Remote));
        try
        {
            // The system reports a reset only once. If it was reported to the send, the read may see the end of the stream.
            await reading.WaitAsync(Limit);
        }
        catch (PacketConnectionException read)
        {
            Assert.That(read.Reason, Is.EqualTo(PacketCloseReason.Remote));
        }

        Assert.That(send.UnsentPackets, Is.InRange(0, Interlocked.Read(ref accepted)));
        await server.DisposeAsync();
    }

    [Test]
    public async Task Peer_that_does_not_read_over_tls_delays_closing_by_at_most_the_close_timeout()
    {
        (SslStream client, SslStream server, _) = await ConnectTls();
        FakeTimeProvider clock = new();
        PacketConnection connection = new(client, options: new PacketConnectionOptions { SendLimit = 100_000, TimeProvider = clock });
        Task sending = SendForEver(connection);
        await Task.Delay(500);
        Task closing = connection.DisposeAsync().AsTask();
        clock.Advance(PacketConnectionOptions.Default.CloseTimeout - PassingTime.Step);
        Assert.That(closing.IsCompleted, Is.False);
        clock.Advance(PassingTime.Step);
        await closing.WaitAsync(Limit);
        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => sending.WaitAsync(Limit));
        Assert.That((exception!.Reason, exception.UnsentPackets > 0), Is.EqualTo((PacketCloseReason.Local, true)));
        await server.DisposeAsync();
    }

    [Test]
    public async Task Completing_over_tls_can_be_cancelled_and_disposing_does_not_wait_for_it()
    {
        TestedBuild.IgnoreIfNetStandard20(NoShutdown);
        StallingStream? under = null;
        (SslStream client, SslStream server, _) = await ConnectTls(stream => under = new StallingStream(stream));
        PacketConnection connection = new(client, options: new PacketConnectionOptions { CloseTimeout = Limit });
        await connection.SendAsync(1, new byte[10]);
        await connection.FlushAsync();
        under!.IsStalled = true;
        using (CancellationTokenSource cancel = new(TimeSpan.FromMilliseconds(200)))
        {
            await Assert.ThrowsAsync(Is.InstanceOf<OperationCanceledException>(), () => connection.CompleteAsync(cancel.Token).AsTask().WaitAsync(Limit));
        }

        Assert.That(connection.CloseReason, Is.EqualTo(PacketCloseReason.None));
        await connection.DisposeAsync().AsTask().WaitAsync(TimeSpan.FromSeconds(10));
        Assert.That(connection.CloseReason, Is.EqualTo(PacketCloseReason.Local));
        await server.DisposeAsync();
    }

    [Test]
    public async Task Completing_again_after_the_peer_has_disconnected_does_not_throw()
    {
        TestedBuild.IgnoreIfNetStandard20(NoShutdown);
        (SslStream client, SslStream server, _) = await ConnectTls();
        await using PacketConnection left = new(client);
        PacketConnection right = new(server);
        await left.CompleteAsync();
        Assert.That(await ReadAll(right).WaitAsync(Limit), Is.Zero);
        await right.DisposeAsync();
        Assert.That(await ReadAll(left).WaitAsync(Limit), Is.Zero);
        await left.CompleteAsync();
        Assert.That(left.CloseReason, Is.EqualTo(PacketCloseReason.Local));
    }

    /// <summary>Connects both ends of TLS. Also returns the server's socket.</summary>
    internal static async Task<(SslStream Client, SslStream Server, Socket Peer)> ConnectTls(Func<Stream, Stream>? under = null)
    {
        (Socket client, Socket server) = await ConnectSockets();
        using X509Certificate2 certificate = SelfSigned();
#pragma warning disable CA2000 // Connections and tests own them.
        Stream clientStream = new NetworkStream(client, ownsSocket: true);
        SslStream clientTls = new(
            under is null ? clientStream : under(clientStream), false, (_, remote, _, _) => remote!.GetCertHashString() == certificate.GetCertHashString());
        SslStream serverTls = new(new NetworkStream(server, ownsSocket: true));
#pragma warning restore CA2000
        await Task.WhenAll(clientTls.AuthenticateAsClientAsync("localhost"), serverTls.AuthenticateAsServerAsync(certificate)).WaitAsync(Limit);
        return (clientTls, serverTls, server);
    }

    internal static X509Certificate2 SelfSigned()
    {
        using RSA key = RSA.Create(2048);
        CertificateRequest request = new("CN=localhost", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        using X509Certificate2 certificate = request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(1));

        // On some systems, TLS does not accept an ephemeral key, so the certificate is exported and loaded again.
        return X509CertificateLoader.LoadPkcs12(certificate.Export(X509ContentType.Pkcs12), null);
    }

    /// <summary>Forwards everything to another stream, and counts the reads that are pending.</summary>
    /// <param name="inner">The stream; closed with this one.</param>
    private sealed class ReadCountingStream(Stream inner) : WrappingStream(inner)
    {
        private int _pendingReads;

        public int PendingReads => Volatile.Read(ref _pendingReads);

        /// <summary>Gets the number of reads that were pending when the last write began.</summary>
        public int PendingReadsAtWrite { get; private set; }

        public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            Interlocked.Increment(ref _pendingReads);
            try
            {
                return await Inner.ReadAsync(buffer, cancellationToken);
            }
            finally
            {
                Interlocked.Decrement(ref _pendingReads);
            }
        }

        public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        {
            PendingReadsAtWrite = PendingReads;
            return base.WriteAsync(buffer, cancellationToken);
        }
    }

    /// <summary>Forwards everything to another stream, until the test stops it.</summary>
    /// <param name="inner">The stream; closed with this one.</param>
    private sealed class StallingStream(Stream inner) : WrappingStream(inner)
    {
        private readonly TaskCompletionSource _closed = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public bool IsStalled { get; set; }

        public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        {
            if (IsStalled)
            {
                await _closed.Task.WaitAsync(cancellationToken);
                throw new IOException("Closed while it took nothing.");
            }

            await Inner.WriteAsync(buffer, cancellationToken);
        }

        protected override void Dispose(bool disposing)
        {
            if (disposing)
            {
                _closed.TrySetResult();
            }

            base.Dispose(disposing);
        }
    }
}

namespace Codec.Tests.Transport;

/// <content>Peers that reset their connection before it is accepted. Linux does not report this, so the tests simulate the errors of other systems.</content>
public sealed partial class PacketListenerTests
{
    [Test]
    public async Task A_peer_that_resets_its_connection_before_it_is_accepted_is_ignored(
        [Values(SocketError.ConnectionReset, SocketError.ConnectionAborted)] SocketError error)
    {
        FailingEndPoint local = new();
        using PacketListener listener = new(local);
        IPEndPoint address = (IPEndPoint)listener.EndPoint;
        await using PacketConnection reset = await Timed(PacketConnection.ConnectAsync(address));
        await using PacketConnection second = await Timed(PacketConnection.ConnectAsync(address));
        local.Error = error;
        await using PacketConnection accepted = await Timed(listener.AcceptAsync());
        Assert.That(local.Error, Is.Null, "It was thrown.");
        await second.SendAsync(7, new byte[10]);
        await second.CompleteAsync();
        Assert.That((await Timed(CountAsync(accepted)), listener.OpenConnections), Is.EqualTo((1, 1)));
    }

    [Test]
    public async Task Another_error_of_an_accept_is_thrown()
    {
        FailingEndPoint local = new();
        using PacketListener listener = new(local);
        await using PacketConnection peer = await Timed(PacketConnection.ConnectAsync(listener.EndPoint));
        local.Error = SocketError.TooManyOpenSockets;
        SocketException? full = await Assert.ThrowsAsync<SocketException>(() => Timed(listener.AcceptAsync()));
        Assert.That((full!.SocketErrorCode, listener.OpenConnections), Is.EqualTo((SocketError.TooManyOpenSockets, 0)));
    }

    [Test]
    [Platform("Linux,MacOsX", Reason = "the test replaces a descriptor")]
    public void A_peer_whose_socket_has_no_options_any_more_is_closed_and_not_counted()
    {
        using PacketListener listener = Listen(1);
        using Socket socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        socket.Connect(listener.EndPoint);

        // A Unix socket has no TCP_NODELAY.
        using Socket unix = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        Assert.That(ReplaceDescriptor((int)unix.Handle, (int)socket.Handle), Is.EqualTo((int)socket.Handle));
        Assert.That(listener.Open(socket), Is.Null);
        Assert.That((listener.OpenConnections, socket.SafeHandle.IsClosed), Is.EqualTo((0, true)));
    }

    [DllImport("libc", EntryPoint = "dup2")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int ReplaceDescriptor(int source, int target);

    /// <summary>A local address of which an accept fails: a socket calls it to create the address of its peer.</summary>
    private sealed class FailingEndPoint : EndPoint
    {
        private readonly IPEndPoint _address = new(IPAddress.Loopback, 0);

        /// <summary>Gets or sets the error of the next call.</summary>
        public SocketError? Error { get; set; }

        public override AddressFamily AddressFamily => _address.AddressFamily;

        public override SocketAddress Serialize() => _address.Serialize();

        public override EndPoint Create(SocketAddress socketAddress)
        {
            if (Error is { } error)
            {
                Error = null;
                throw new SocketException((int)error);
            }

            return _address.Create(socketAddress);
        }
    }
}

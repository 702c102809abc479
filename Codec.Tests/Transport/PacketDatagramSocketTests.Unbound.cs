using System;
using System.Net;
using System.Net.Sockets;
using System.Threading.Tasks;
using Codec.Transport;
using NUnit.Framework;

namespace Codec.Tests.Transport;

/// <content>Local addresses, and sockets that are not bound. On Mono, receiving from such a socket waits, and there are no Unix sockets.</content>
public sealed partial class PacketDatagramSocketTests
{
    [Test]
    public async Task Receiving_from_an_unbound_socket_throws()
    {
        Socket socket = new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        using PacketDatagramSocket unbound = new(socket);
        await Assert.ThrowsAsync<InvalidOperationException>(() => unbound.ReceiveAsync().AsTask().WaitAsync(Limit));
    }

    [Test]
    public void An_unbound_socket_has_no_local_address_and_a_disposed_one_throws()
    {
        PacketDatagramSocket socket = new(new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp));
        Assert.That(socket.LocalEndPoint, Is.Null);
        socket.Dispose();
        Assert.That(() => socket.LocalEndPoint, Throws.InstanceOf<ObjectDisposedException>());
    }

    [Test]
    [Platform("Linux", Reason = "Only Linux has Unix sockets without a file.")]
    public void The_local_address_of_a_bound_socket_is_read_again_if_the_system_socket_returns_none()
    {
        ForgottenEndPoint address = new();
        using Socket socket = new(AddressFamily.Unix, SocketType.Dgram, ProtocolType.Unspecified);
        socket.Bind(address);
        Assert.That((PacketDatagramSocket.ReadLocalEndPoint(socket), address.IsForgotten), Is.EqualTo((address.Path, true)));
    }

    [Test]
    [Platform("Linux", Reason = "Windows has no Unix sockets for datagrams.")]
    public void A_socket_that_is_not_of_IP_is_rejected()
    {
        using Socket socket = new(AddressFamily.Unix, SocketType.Dgram, ProtocolType.Unspecified);
        Assert.That(() => new PacketDatagramSocket(socket), Throws.ArgumentException.With.Message.Contains("Unix").And.Message.Contains("'socket'"));
    }

    /// <summary>
    /// An address that <see cref="Socket.LocalEndPoint"/> does not return the first time, as if a send of another thread had failed between the two times that
    /// the property reads its field.
    /// </summary>
    private sealed class ForgottenEndPoint : EndPoint
    {
        internal UnixDomainSocketEndPoint Path { get; } = new($"\0{Guid.NewGuid()}");

        internal bool IsForgotten { get; private set; }

        public override AddressFamily AddressFamily => Path.AddressFamily;

        public override SocketAddress Serialize() => Path.Serialize();

        public override EndPoint Create(SocketAddress socketAddress)
        {
            if (IsForgotten)
            {
                return Path.Create(socketAddress);
            }

            IsForgotten = true;
            return null!;
        }
    }
}

using System;
using System.Net.Sockets;
using System.Threading.Tasks;
using Codec.Transport;
using NUnit.Framework;

namespace Codec.Tests.Transport;

/// <content>Sockets that are not bound. On Mono, receiving from such a socket waits.</content>
public sealed partial class PacketDatagramSocketTests
{
    [Test]
    public async Task Receiving_from_an_unbound_socket_throws()
    {
        Socket socket = new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        using PacketDatagramSocket unbound = new(socket);
        await Assert.ThrowsAsync<InvalidOperationException>(() => unbound.ReceiveAsync().AsTask().WaitAsync(Limit));
    }
}

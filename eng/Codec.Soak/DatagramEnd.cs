using System;
using System.Collections.Generic;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using Codec.Framing;
using Codec.Packets;
using Codec.Transport;

namespace Codec.Soak;

/// <summary>One end of a <see cref="DatagramExchange"/>: sends its packets, and checks that each received datagram is one of the peer's that it has not received yet.</summary>
internal sealed class DatagramEnd : IDisposable
{
    /// <summary>The maximum size of a payload in bytes: that of a datagram over IPv4, without the header of the packet.</summary>
    public const int MaxPayload = 65_507 - PacketHeader.ByteCount;

    private readonly LinkPlan _plan;
    private readonly Socket _system;
    private readonly PacketDatagramSocket _socket;
    private readonly HashSet<uint> _indexes = [];
    private readonly byte[] _payload = new byte[ushort.MaxValue + 1];
    private readonly Random _sending;
    private readonly Random _receiving;
    private readonly bool _isConnected;
    private volatile bool _isDisposed;

    /// <summary>Creates an end.</summary>
    /// <param name="plan">The plan.</param>
    /// <param name="isClient">Whether it is the client's.</param>
    /// <param name="peer">The address of the peer to which the socket is connected, or <see langword="null"/>.</param>
    public DatagramEnd(LinkPlan plan, bool isClient, EndPoint? peer)
    {
        _plan = plan;
        Account = new LinkEnd(plan, isClient);

        // Sender and receiver run at once, and a Random is not safe for that.
        _sending = new Random(plan.Seed + (isClient ? 1 : 2));
        _receiving = new Random(plan.Seed + (isClient ? 3 : 4));
        _isConnected = peer is not null;
        _system = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        _system.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        if (peer is not null)
        {
            _system.Connect(peer);
        }

        _socket = new PacketDatagramSocket(_system);
        ResourceCheck.Watch(_socket, $"datagrams of {plan}");
    }

    public LinkEnd Account { get; }

    /// <summary>Gets the number of datagrams that were rejected, all of them with the error of their sender.</summary>
    public int Rejected { get; private set; }

    /// <summary>Gets the number of datagrams that were too long to be sent.</summary>
    public int TooLong { get; private set; }

    /// <summary>Gets whether the system has datagrams that were not received yet.</summary>
    public bool HasWaiting => _system.Available > 0;

    public EndPoint LocalEndPoint => _socket.LocalEndPoint!;

    /// <summary>Sends all packets to the peer.</summary>
    public async Task SendAllAsync(DatagramEnd peer)
    {
        EndPoint? to = _isConnected ? null : peer.LocalEndPoint;
        int pause = _plan.Seed % 4 == 0 ? 1000 : 10;
        try
        {
            for (uint i = 0; i < Account.ToSend; i++)
            {
                Account.State = "sending";
                if (_sending.Next(50) == 0)
                {
                    await SendTooLongAsync(to).ConfigureAwait(false);
                }

                SoakPacket packet = _plan.Packet(Account.IsClient, i);
                Account.Accepted++;
                ValueTask sending = _sending.Next(2) == 0
                    ? _socket.SendAsync(new ValuePacket<SoakPacket>(packet.Id, packet, SoakPayloadWriter.Instance), to)
                    : _socket.SendAsync(packet.Id, _payload.AsSpan(0, packet.Write(_payload)), to);
                await sending.ConfigureAwait(false);

                // Without pauses, the system discards most datagrams.
                if (_sending.Next(pause) == 0)
                {
                    await Task.Delay(1).ConfigureAwait(false);
                }
            }

            Account.State = "sent all";
        }
        catch (Exception exception)
        {
            Account.Wrong ??= $"sending a datagram threw {exception}";
        }
    }

    /// <summary>Receives until a token is cancelled or the socket is disposed.</summary>
    /// <param name="peer">The sender of packets.</param>
    /// <param name="garbage">The senders of datagrams that are no packets, and the error of each sender's.</param>
    /// <param name="stop">Ends the method.</param>
    public async Task ReceiveAllAsync(DatagramEnd peer, IReadOnlyDictionary<EndPoint, PacketError> garbage, CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            using CancellationTokenSource? source = _receiving.Next(8) == 0 ? CancellationTokenSource.CreateLinkedTokenSource(stop) : null;
            source?.CancelAfter(_receiving.Next(5));
            try
            {
                Take(await _socket.ReceiveAsync(source?.Token ?? stop).ConfigureAwait(false), peer, garbage);
            }
            catch (OperationCanceledException)
            {
                // The next receive gets the datagram.
            }
            catch (Exception exception) when (_isDisposed && exception is ObjectDisposedException or SocketException { SocketErrorCode: SocketError.OperationAborted })
            {
                return;
            }
            catch (Exception exception)
            {
                Account.Wrong ??= $"receiving a datagram threw {exception}";
                return;
            }
        }
    }

    public void Dispose()
    {
        _isDisposed = true;
        _socket.Dispose();
        Account.IsClosed = true;
    }

    // Nothing of such a packet is sent, and the socket stays usable.
    private async Task SendTooLongAsync(EndPoint? to)
    {
        int size = _sending.Next(MaxPayload + 1, _payload.Length + 1);
        TooLong++;
        try
        {
            await _socket.SendAsync(0, _payload.AsSpan(0, size), to).ConfigureAwait(false);
            Account.Wrong ??= $"a payload of {size} bytes was sent as a datagram";
        }
        catch (ArgumentOutOfRangeException) when (size > ushort.MaxValue)
        {
        }
        catch (SocketException exception) when (exception.SocketErrorCode == SocketError.MessageSize && size <= ushort.MaxValue)
        {
        }
    }

    private void Take(PacketDatagram datagram, DatagramEnd peer, IReadOnlyDictionary<EndPoint, PacketError> garbage)
    {
        if (garbage.TryGetValue(datagram.RemoteEndPoint, out PacketError error))
        {
            Rejected++;
            if (datagram.HasPacket || datagram.Error != error)
            {
                Account.Wrong ??= $"a datagram with {error} was received with {datagram.Error}";
            }

            return;
        }

        if (!datagram.HasPacket)
        {
            Account.Wrong ??= $"received {datagram.Error} from {datagram.RemoteEndPoint}";
            return;
        }

        Packet packet = datagram.Packet;
        bool isExpected = packet.PayloadSize >= SoakPacket.MinPayload && IsNewOf(peer, packet);
        if (!datagram.RemoteEndPoint.Equals(peer.LocalEndPoint))
        {
            Account.Wrong ??= $"{LocalEndPoint} received a packet {(isExpected ? "of its peer" : "of a stranger")} from {datagram.RemoteEndPoint} instead of {peer.LocalEndPoint}";
        }
        else if (!isExpected)
        {
            Account.Wrong ??= $"received id {packet.Id} with {packet.PayloadSize} bytes, which was not sent or was received before";
        }
        else
        {
            Account.Received++;
        }
    }

    // Whether the peer sent the packet, and it was not received before.
    private bool IsNewOf(DatagramEnd peer, Packet packet)
    {
        SoakPacket received = SoakPacket.Read(packet.Id, packet.Payload);
        return received.Index < peer.Account.Accepted
            && _plan.Packet(!Account.IsClient, received.Index).Equals(packet.Id, packet.Payload)
            && _indexes.Add(received.Index);
    }
}

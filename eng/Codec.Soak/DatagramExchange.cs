using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using Codec.Packets;

namespace Codec.Soak;

/// <summary>Two sockets that send each other packets in datagrams, while others send them datagrams that are no packets.</summary>
internal sealed class DatagramExchange : IDisposable
{
    // The time after which a datagram that was sent has arrived, or was lost.
    private static readonly TimeSpan Silence = TimeSpan.FromMilliseconds(200);

    private static readonly PacketError[] Errors = [PacketError.HeaderTruncated, PacketError.PayloadTruncated, PacketError.TrailingBytes];

    private readonly LinkPlan _plan;
    private readonly DatagramEnd _server;
    private readonly DatagramEnd _client;

    public DatagramExchange(LinkPlan plan)
    {
        _plan = plan;
        _server = new DatagramEnd(plan, isClient: false, peer: null);
        _client = new DatagramEnd(plan, isClient: true, peer: plan.Seed % 2 == 0 ? _server.LocalEndPoint : null);
    }

    /// <summary>Gets whether everything was sent and received.</summary>
    public bool HasEnded { get; private set; }

    private long Received => _client.Account.Received + _client.Rejected + _server.Account.Received + _server.Rejected;

    /// <summary>Sends and receives everything.</summary>
    public async Task RunAsync()
    {
        Socket[] sockets = [.. Errors.Select(_ => new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp))];
        try
        {
            Array.ForEach(sockets, socket => socket.Bind(new IPEndPoint(IPAddress.Loopback, 0)));
            Dictionary<EndPoint, PacketError> garbage = sockets.Zip(Errors).ToDictionary(pair => pair.First.LocalEndPoint!, pair => pair.Second);
            using CancellationTokenSource stop = new();
            Task receiving = Task.WhenAll(_client.ReceiveAllAsync(_server, garbage, stop.Token), _server.ReceiveAllAsync(_client, garbage, stop.Token));
            await Task.WhenAll(_client.SendAllAsync(_server), _server.SendAllAsync(_client), SendGarbageAsync(sockets)).ConfigureAwait(false);
            long received;
            do
            {
                received = Received;
                await Task.Delay(Silence).ConfigureAwait(false);
            }
            while (received != Received || _client.HasWaiting || _server.HasWaiting);

            // Both end a receive that waits.
            if (_plan.Seed % 3 == 0)
            {
                Dispose();
            }
            else
            {
                await stop.CancelAsync().ConfigureAwait(false);
            }

            await receiving.ConfigureAwait(false);
            HasEnded = true;
        }
        finally
        {
            Array.ForEach(sockets, socket => socket.Dispose());
            Dispose();
        }
    }

    /// <summary>Returns the errors. Datagrams can be lost.</summary>
    public IEnumerable<string> Problems()
    {
        foreach ((DatagramEnd end, DatagramEnd peer) in new[] { (_client, _server), (_server, _client) })
        {
            string? problem = end.Account.Wrong ?? (end.Account.Received == 0 && peer.Account.Accepted > 0 ? "all datagrams were lost" : null);
            if (problem is not null)
            {
                yield return $"{problem}\n{this}";
            }
        }
    }

    public void Count(Totals totals)
    {
        foreach (DatagramEnd end in new[] { _client, _server })
        {
            totals.Add("datagrams sent", end.Account.Accepted);
            totals.Add("datagrams received", end.Account.Received);
            totals.Add("datagrams rejected", end.Rejected);
            totals.Add("datagrams that were too long", end.TooLong);
        }
    }

    public void Dispose()
    {
        _client.Dispose();
        _server.Dispose();
    }

    public override string ToString() => $"datagrams {_plan}\n  {_client.Account}\n  {_server.Account}";

    private async Task SendGarbageAsync(Socket[] sockets)
    {
        Random random = new(_plan.Seed + 3);
        byte[] bytes = new byte[2000];
        for (uint i = 0; i < _plan.Answers; i++)
        {
            random.NextBytes(bytes);
            int kind = random.Next(Errors.Length);
            int payload = random.Next(1, bytes.Length - PacketHeader.ByteCount - 100);
            BinaryPrimitives.WriteUInt16LittleEndian(bytes, (ushort)payload);
            int length = Errors[kind] switch
            {
                PacketError.HeaderTruncated => random.Next(PacketHeader.ByteCount),
                PacketError.PayloadTruncated => PacketHeader.ByteCount + random.Next(payload),
                _ => PacketHeader.ByteCount + payload + 1 + random.Next(100),
            };
            DatagramEnd to = random.Next(2) == 0 ? _client : _server;
            await sockets[kind].SendToAsync(bytes.AsMemory(0, length), SocketFlags.None, to.LocalEndPoint).ConfigureAwait(false);
            if (random.Next(20) == 0)
            {
                await Task.Delay(1).ConfigureAwait(false);
            }
        }
    }
}

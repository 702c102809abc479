using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using Codec.Framing;
using Codec.Transport;
using NUnit.Framework;

namespace Codec.Tests.Transport;

/// <content>Peers that disconnect all at once, such as those of a process that is killed.</content>
public sealed partial class PacketListenerTests
{
    private const int Dropped = 200;

    // The number of descriptors that the runtime may open during the test, such as for assemblies.
    private const int RuntimeDescriptors = 10;

    [Test]
    public async Task Connections_that_are_reset_all_at_once_leak_no_objects_or_descriptors()
    {
        using PacketListener listener = Listen(Dropped);

        // With the first connections, the runtime opens its own descriptors.
        await Task.Run(() => DropAll(listener));
        int most = OpenDescriptors() + RuntimeDescriptors;
        WeakReference[] gone = await Task.Run(() => DropAll(listener));
        Assert.That(listener.OpenConnections, Is.Zero);

        // The runtime closes a socket's descriptor after the last call on it has ended. Objects of a finished task may stay alive for a moment.
        for (Stopwatch watch = Stopwatch.StartNew(); watch.Elapsed < Limit && (OpenDescriptors() > most || Array.Exists(gone, one => one.IsAlive)); Thread.Sleep(10))
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        Assert.That(OpenDescriptors(), Is.AtMost(most));
        Assert.That(gone, Has.None.Property(nameof(WeakReference.IsAlive)).True);
    }

    /// <summary>Answers a packet on each connection, resets all connections, and waits until each has ended.</summary>
    private static async Task<WeakReference[]> DropAll(PacketListener listener)
    {
        List<WeakReference> connections = [];
        List<Task<PacketCloseReason>> served = [];
        List<Socket> peers = [];
        byte[] packet = [1, 0, 7, 0, 42];
        for (int i = 0; i < Dropped; i++)
        {
            Socket peer = new(listener.EndPoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
            await peer.ConnectAsync(listener.EndPoint);
            PacketConnection connection = await listener.AcceptAsync().WaitAsync(Limit);
            connections.Add(new WeakReference(connection));
            served.Add(Echo(connection));
            peers.Add(peer);
        }

        foreach (Socket peer in peers)
        {
            peer.Send(packet);
        }

        foreach (Socket peer in peers)
        {
            Assert.That(peer.Receive(new byte[packet.Length]), Is.EqualTo(packet.Length));

            // If there are unread bytes, closing the peer's socket resets the connection.
            peer.Send(packet);
        }

        foreach (Socket peer in peers)
        {
            peer.LingerState = new LingerOption(true, 0);
            peer.Dispose();
        }

        PacketCloseReason[] reasons = await Task.WhenAll(served).WaitAsync(Limit);
        Assert.That(reasons, Is.All.EqualTo(PacketCloseReason.Remote));
        return [.. connections];
    }

    private static async Task<PacketCloseReason> Echo(PacketConnection connection)
    {
        try
        {
            await foreach (PacketReadResult result in connection.ReadAllAsync())
            {
                ValueTask sent = connection.SendAsync(result.Packet.Id, result.Packet.Payload);
                await sent;
            }
        }
        catch (PacketConnectionException)
        {
        }

        PacketCloseReason reason = connection.CloseReason;
        await connection.DisposeAsync();
        return reason;
    }

    /// <summary>Returns the number of open descriptors of this process, or 0 if the system does not list them.</summary>
    private static int OpenDescriptors() => Directory.Exists("/proc/self/fd") ? Directory.GetFileSystemEntries("/proc/self/fd").Length : 0;
}

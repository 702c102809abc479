using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Codec.Framing;
using Codec.Transport;

namespace Codec.Soak;

/// <summary>Sends the packets of several servers' connections with <see cref="PacketBroadcast"/>, and checks the failures that it reports.</summary>
/// <param name="plan">The plan of one of the links. The others have the same packets to the client.</param>
/// <param name="links">The number of links.</param>
internal sealed class Broadcast(LinkPlan plan, int links)
{
    private readonly HashSet<LinkEnd> _known = [];
    private readonly List<LinkEnd> _ends = [];

    // An entry that is null is skipped.
    private readonly List<PacketConnection?> _connections = [null];
    private readonly HashSet<PacketConnection> _failed = [];
    private readonly List<Task> _disposals = [];
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly byte[] _payload = new byte[ushort.MaxValue];
    private readonly Random _random = new(plan.Seed);
    private long _sent;
    private int _waits;

    /// <summary>Adds the connection of a server's end. The broadcast starts when all links have been added or have ended.</summary>
    /// <returns>A task that ends when all packets were sent. If the link was given up before, none was.</returns>
    public Task SendAllAsync(PacketConnection connection, LinkEnd end)
    {
        end.State = "in a broadcast";
        return TryAdd(end, connection) ? _ended.Task : Task.CompletedTask;
    }

    /// <summary>Stops waiting for the connection of a server's end, whose link has ended.</summary>
    public void GiveUp(LinkEnd end) => TryAdd(end, null);

    public void Count(Totals totals)
    {
        totals.Add("broadcasts that waited", _waits);
        totals.Add("connections that failed in a broadcast", _failed.Count);
    }

    // A connection that is being disposed accepts no packets, and has no reason until the peer has ended, too.
    private static bool CanFail(PacketConnection connection, LinkEnd end) => end.HasDisposed || connection.CloseReason != PacketCloseReason.None;

    private bool TryAdd(LinkEnd end, PacketConnection? connection)
    {
        lock (_known)
        {
            if (!_known.Add(end))
            {
                return false;
            }

            if (connection is not null)
            {
                BroadcastObserver.Instance.Add(connection, end);
                _connections.Add(connection);
                _ends.Add(end);
            }

            if (_known.Count == links)
            {
                _ = Task.Run(RunAsync);
            }

            return true;
        }
    }

    private async Task RunAsync()
    {
        try
        {
            for (uint i = 0; i < plan.Answers && _ends.Count > 0; i++)
            {
                await SendAsync(plan.Packet(isToServer: false, i)).ConfigureAwait(false);
            }

            await Task.WhenAll(_disposals).ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            _ends[0].Wrong ??= $"a broadcast threw {exception}";
        }

        _connections.ForEach(BroadcastObserver.Instance.Remove);
        _ended.SetResult();
    }

    private async Task SendAsync(SoakPacket packet)
    {
        for (int i = 0; i < _ends.Count; i++)
        {
            if (_ends[i] is { HasDisposed: false, Plan: { Fault: LinkFault.Disposed, IsFaultInAnswers: true } } end && _sent > end.Plan.FaultAt)
            {
                // This goes on during the next broadcasts.
                end.HasDisposed = true;
                _disposals.Add(_connections[i + 1]!.DisposeAsync().AsTask());
            }
        }

        _sent += packet.Size;
        using CancellationTokenSource? source = _random.Next(20) == 0 ? new(_random.Next(20)) : null;
        CancellationToken cancellation = source?.Token ?? default;
        IEnumerable<PacketConnection?> connections = _random.Next(2) == 0 ? _connections : _connections.Where(_ => true);
        ValueTask<IReadOnlyList<PacketBroadcastFailure>> sending = _random.Next(2) == 0
            ? PacketBroadcast.SendAsync(connections, new ValuePacket<SoakPacket>(packet.Id, packet, SoakPayloadWriter.Instance), cancellation)
            : PacketBroadcast.SendAsync(connections, packet.Id, _payload.AsSpan(0, packet.Write(_payload)), cancellation);
        _waits += sending.IsCompleted ? 0 : 1;
        try
        {
            Check(packet, await sending.ConfigureAwait(false));
        }
        catch (OperationCanceledException) when (source is not null)
        {
            // The connections that have not failed have accepted the packet.
            foreach ((PacketConnection? connection, LinkEnd end) in _connections.Skip(1).Zip(_ends))
            {
                if (end.Accepted <= packet.Index && !CanFail(connection!, end))
                {
                    end.Wrong ??= $"a broadcast was cancelled, and {packet} was not accepted";
                }
            }
        }
    }

    private void Check(SoakPacket packet, IReadOnlyList<PacketBroadcastFailure> failures)
    {
        foreach ((PacketConnection? connection, LinkEnd end) in _connections.Skip(1).Zip(_ends))
        {
            PacketBroadcastFailure[] reported = [.. failures.Where(failure => failure.Connection == connection)];
            bool hasFailed = reported.Length == 1 && reported[0].Exception is PacketConnectionException && CanFail(connection!, end);
            if (hasFailed)
            {
                _failed.Add(connection!);
            }
            else if (reported.Length > 0 || _failed.Contains(connection!) || end.Accepted != packet.Index + 1)
            {
                end.Wrong ??= $"after {packet}, {end.Accepted} packets were accepted, {(_failed.Contains(connection!) ? "it had failed before" : "it had not failed")}, and " +
                    $"{reported.Length} failures were reported: {reported.FirstOrDefault()?.Exception}";
            }
        }

        if (failures.Any(failure => !_connections.Contains(failure.Connection)))
        {
            _ends[0].Wrong ??= "a broadcast reported a failure of another connection";
        }
    }
}

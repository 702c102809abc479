using System;
using System.Threading;
using System.Threading.Tasks;
using Codec.Framing;
using Codec.Packets;
using Codec.Transport;

namespace Codec.Soak;

/// <summary>One end of a link over a <see cref="PacketConnection"/>: sends its packets, receives those of the peer, and closes.</summary>
/// <param name="connection">The connection, which the session owns.</param>
/// <param name="find">Returns the account of the link that a client names in its packets.</param>
internal sealed class Session(PacketConnection connection, Func<uint, LinkEnd?> find)
{
    private readonly TaskCompletionSource<LinkEnd?> _end = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _received = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly byte[] _payload = new byte[ushort.MaxValue];

    /// <summary>Gets the account; null until it is known.</summary>
    public LinkEnd? End => _end.Task.IsCompletedSuccessfully ? _end.Task.Result : null;

    /// <summary>Gets the first error before the account was known.</summary>
    public string? Wrong { get; private set; }

    /// <summary>Runs the client end of a link.</summary>
    public static Task RunClientAsync(PacketConnection connection, LinkEnd end)
    {
        Session session = new(connection, _ => null);
        session._end.SetResult(end);
        return session.RunAsync();
    }

    /// <summary>Runs until both directions have ended.</summary>
    public async Task RunAsync()
    {
        await Task.WhenAll(SendAllAsync(), ReceiveAllAsync()).ConfigureAwait(false);
        LinkEnd? end = await _end.Task.ConfigureAwait(false);
        if (end is null)
        {
            await connection.DisposeAsync().ConfigureAwait(false);
            return;
        }

        end.State = "closing";
        try
        {
            await connection.FlushAsync().ConfigureAwait(false);
        }
        catch (PacketConnectionException exception)
        {
            end.Unsent = exception.UnsentPackets;
        }

        end.Reason = connection.CloseReason;
        await connection.DisposeAsync().ConfigureAwait(false);
        end.State = "closed";
        end.IsClosed = true;
    }

    private async Task SendAllAsync()
    {
        if (await _end.Task.ConfigureAwait(false) is not { } end)
        {
            return;
        }

        LinkPlan plan = end.Plan;
        bool isFaulty = end.IsClient != plan.IsFaultInAnswers;
        Random random = new(plan.Seed + (end.IsClient ? 1 : 2));
        int untilPause = plan.Fault == LinkFault.Bursts ? 1 : int.MaxValue;
        long disposeAt = plan.Fault == LinkFault.Disposed && isFaulty ? plan.FaultAt : long.MaxValue;
        long sent = 0;
        try
        {
            if (end.Broadcast is { } broadcast)
            {
                await broadcast.SendAllAsync(connection, end).ConfigureAwait(false);
            }

            for (uint i = end.Accepted; i < end.ToSend; i++)
            {
                if (sent > disposeAt)
                {
                    end.State = "disposing";
                    end.HasDisposed = true;
                    await connection.DisposeAsync().ConfigureAwait(false);
                    return;
                }

                if (--untilPause == 0)
                {
                    untilPause = random.Next(1, 500);
                    await Task.Delay(random.Next(30)).ConfigureAwait(false);
                }

                end.State = "sending";
                SoakPacket packet = plan.Packet(end.IsClient, i);
                sent += packet.Size;
                using CancellationTokenSource? source = plan.Fault == LinkFault.CancelledWaits && random.Next(8) == 0 ? new(random.Next(5)) : null;
                ValueTask sending = random.Next(4) == 0
                    ? connection.SendAsync(new ValuePacket<SoakPacket>(packet.Id, packet, SoakPayloadWriter.Instance), source?.Token ?? default)
                    : connection.SendAsync(packet.Id, _payload.AsSpan(0, packet.Write(_payload)), source?.Token ?? default);
                end.Accepted++;
                try
                {
                    // If the plan disposes the connection, the sender does not wait for its packets, so that some are still unsent then.
                    if (disposeAt == long.MaxValue || sending.IsCompleted)
                    {
                        await sending.ConfigureAwait(false);
                    }
                    else
                    {
                        _ = Ignore(sending);
                    }

                    if (random.Next(200) == 0)
                    {
                        end.State = "flushing";
                        await connection.FlushAsync(source?.Token ?? default).ConfigureAwait(false);
                    }
                }
                catch (OperationCanceledException) when (source is not null)
                {
                    // The packet is accepted nevertheless.
                }
            }

            if (plan.EndsLast && !end.IsClient)
            {
                end.State = "waiting for the client's packets or end";
                await _received.Task.ConfigureAwait(false);
            }

            end.State = "completing";
            await connection.CompleteAsync().ConfigureAwait(false);
            end.State = "sent all, receiving";
        }
        catch (PacketConnectionException)
        {
            end.State = "failed to send";
        }
        catch (Exception exception)
        {
            end.Wrong ??= $"sending threw {exception}";
            await connection.DisposeAsync().ConfigureAwait(false);
        }
    }

    private async Task ReceiveAllAsync()
    {
        StreamEnd ended = StreamEnd.Open;
        Exception? failure = null;
        try
        {
            while (!await TryReceiveAsync().ConfigureAwait(false))
            {
            }

            ended = StreamEnd.Completed;
        }
        catch (InvalidPacketException exception) when (exception.Error is PacketError.HeaderTruncated or PacketError.PayloadTruncated)
        {
            ended = StreamEnd.Truncated;
            failure = exception;
        }
        catch (PacketConnectionException exception)
        {
            ended = StreamEnd.Failed;
            failure = exception;
        }
        catch (Exception exception)
        {
            Complain($"receiving threw {exception}");
            await connection.DisposeAsync().ConfigureAwait(false);
        }

        _end.TrySetResult(null);
        _received.TrySetResult();
        if (await _end.Task.ConfigureAwait(false) is { } end)
        {
            end.Ended = ended;
            end.Failure = failure;
        }
    }

    /// <summary>Receives packets.</summary>
    /// <returns><see langword="false"/> if the wait was cancelled.</returns>
    private async Task<bool> TryReceiveAsync()
    {
        LinkEnd? end = End;
        using CancellationTokenSource? source = end?.Plan.Fault == LinkFault.CancelledWaits ? new(1 + (end.Plan.Seed % 10)) : null;
        try
        {
            await foreach (PacketReadResult result in connection.ReadAllAsync(source?.Token ?? default).ConfigureAwait(false))
            {
                if (!Take(result.Packet))
                {
                    throw new InvalidOperationException("It received a packet that was not sent.");
                }

                end = End!;
                if (end.Plan.ReconnectingClient > 0 && end.Received == end.Plan.Packets)
                {
                    _received.TrySetResult();
                }

                if (end.Plan.Fault == LinkFault.StalledReader && end.Received == 1 + (end.Plan.Seed % 50))
                {
                    await Task.Delay(300 + (end.Plan.Seed % 700)).ConfigureAwait(false);
                }
            }

            return true;
        }
        catch (OperationCanceledException) when (source is not null)
        {
            return false;
        }
    }

    private bool Take(SequencePacket packet)
    {
        ReadOnlySpan<byte> payload = packet.GetPayload(packet.IsContiguous ? default : new byte[packet.PayloadSize]);
        if (End is null && payload.Length >= SoakPacket.MinPayload)
        {
            _end.TrySetResult(find(SoakPacket.Read(packet.Id, payload).Link));
        }

        return End is { } end && end.Take(packet.Id, payload);
    }

    private void Complain(string what)
    {
        if (End is { } end)
        {
            end.Wrong ??= what;
        }
        else
        {
            Wrong ??= what;
        }
    }

    private static async Task Ignore(ValueTask sending)
    {
        try
        {
            await sending.ConfigureAwait(false);
        }
        catch (PacketConnectionException)
        {
            // The connection was disposed.
        }
    }
}

namespace Codec.Soak;

/// <summary>One end of a link over a <see cref="PacketConnection"/>: sends its packets, receives those of the peer, and closes.</summary>
internal sealed class Session(PacketConnection connection, Func<uint, LinkEnd?> find)
{
    private readonly TaskCompletionSource<LinkEnd?> _end = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _received = new(TaskCreationOptions.RunContinuationsAsynchronously);

    private LinkEnd? End => _end.Task.IsCompletedSuccessfully ? _end.Task.Result : null;

    /// <summary>Runs until both directions have ended. Returns an error that concerns no account, or <see langword="null"/>.</summary>
    public async Task<string?> RunAsync(LinkEnd? known = null)
    {
        if (known is not null)
        {
            _end.SetResult(known);
        }

        string? problem = null;
        await Task.WhenAll(SendAllAsync(), ReceiveAllAsync(what => problem ??= what)).ConfigureAwait(false);
        if (End is not { } end)
        {
            await connection.DisposeAsync().ConfigureAwait(false);
            return problem;
        }

        end.Wrong ??= problem;
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
        return null;
    }

    private async Task SendAllAsync()
    {
        if (await _end.Task.ConfigureAwait(false) is not { } end)
        {
            return;
        }

        try
        {
            await SendAllAsync(end).ConfigureAwait(false);
            if (end.HasDisposed)
            {
                return;
            }

            if (end.Plan.EndsLast && !end.IsClient)
            {
                end.State = "waiting for the client's end";
                await _received.Task.ConfigureAwait(false);
            }

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
        }
    }

    private async Task SendAllAsync(LinkEnd end)
    {
        LinkPlan plan = end.Plan;
        Random random = new(plan.Seed + (end.IsClient ? 1 : 2));
        long disposeAt = plan.Fault == LinkFault.Disposed && end.IsClient != plan.IsFaultInAnswers ? plan.FaultAt : long.MaxValue;
        long sent = 0;
        for (uint i = 0; i < end.ToSend; i++)
        {
            if (sent > disposeAt)
            {
                end.State = "disposing";
                end.HasDisposed = true;
                await connection.DisposeAsync().ConfigureAwait(false);
                return;
            }

            if (plan.Fault == LinkFault.Bursts && random.Next(250) == 0)
            {
                await Task.Delay(random.Next(30)).ConfigureAwait(false);
            }

            end.State = "sending";
            SoakPacket packet = plan.Packet(end.IsClient, i);
            sent += packet.Size;
            using CancellationTokenSource? source = plan.Fault == LinkFault.CancelledWaits && random.Next(8) == 0 ? new(random.Next(5)) : null;
            ValueTask sending = connection.SendAsync(packet, source?.Token ?? default);
            end.Accepted++;
            try
            {
                // If the plan disposes the connection, the sender does not wait for its packets, so that some are still unsent then.
                await (disposeAt == long.MaxValue || sending.IsCompleted ? sending.AsTask() : Task.WhenAny(sending.AsTask(), Task.CompletedTask)).ConfigureAwait(false);
            }
            catch (OperationCanceledException) when (source is not null)
            {
                // The packet is accepted nevertheless.
            }
        }
    }

    private async Task ReceiveAllAsync(Action<string> complain)
    {
        StreamEnd ended = StreamEnd.Completed;
        try
        {
            while (!await TryReceiveAsync().ConfigureAwait(false))
            {
            }
        }
        catch (InvalidPacketException exception) when (exception.Error is PacketError.HeaderTruncated or PacketError.PayloadTruncated)
        {
            ended = StreamEnd.Truncated;
        }
        catch (PacketConnectionException)
        {
            ended = StreamEnd.Failed;
        }
        catch (Exception exception)
        {
            complain($"receiving threw {exception}");
            await connection.DisposeAsync().ConfigureAwait(false);
        }

        _end.TrySetResult(null);
        _received.TrySetResult();
        if (End is { } end)
        {
            end.Ended = ended;
        }
    }

    /// <summary>Receives packets, and returns <see langword="false"/> if the wait was cancelled.</summary>
    private async Task<bool> TryReceiveAsync()
    {
        using CancellationTokenSource? source = End?.Plan is { Fault: LinkFault.CancelledWaits, Seed: int seed } ? new(1 + (seed % 10)) : null;
        try
        {
            await foreach (PacketReadResult result in connection.ReadAllAsync(source?.Token ?? default).ConfigureAwait(false))
            {
                if (!Take(result.Packet))
                {
                    throw new InvalidOperationException("It received a packet that was not sent.");
                }

                if (End is { Plan.Fault: LinkFault.StalledReader } end && end.Received == 1 + (end.Plan.Seed % 50))
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

    private bool Take(Packet packet)
    {
        ReadOnlySpan<byte> payload = packet.Payload;
        if (End is null && payload.Length >= SoakPacket.MinPayload)
        {
            _end.TrySetResult(find(SoakPacket.Read(packet.Id, payload).Link));
        }

        return End is { } end && end.Take(packet.Id, payload);
    }
}

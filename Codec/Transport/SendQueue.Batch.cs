using Codec.Framing;
using Codec.Generated;
using Codec.Packets;

namespace Codec.Transport;

internal sealed partial class SendQueue
{
    /// <summary>Writes a packet with a complete payload. The next call that sends or flushes accepts it.</summary>
    internal void Write(uint id, ReadOnlySpan<byte> payload)
    {
        if (_batch is { } batch && !_isInCall && batch.TryEnter())
        {
            bool isWritten = _lifetime.AcceptsPackets && batch.Packets.TryAdd(id, payload, _format);
            batch.Exit();
            if (isWritten)
            {
                return;
            }
        }

        WriteRare(id, payload);
    }

    // Not inlined: otherwise the usual packet pays for the exception handling.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void WriteRare(uint id, ReadOnlySpan<byte> payload)
    {
        if (EnterBatch() is not { } batch)
        {
            lock (_lock)
            {
                _ = Accept(id, payload);
            }

            return;
        }

        try
        {
            PacketEncoder.Write(batch.Packets, id, payload, _format);
        }
        finally
        {
            batch.Exit();
        }
    }

    /// <summary>Writes a message, as <see cref="Write(uint, ReadOnlySpan{byte})"/> does.</summary>
    internal void Write<TPacket>(in TPacket packet)
        where TPacket : IPacket
    {
        if (DeltaPacket.From<TPacket>.IsPossible)
        {
            using DeltaPayload payload = DeltaPayload.Write((IDeltaPacket)packet);
            Write(Difference(payload));
            return;
        }

        // A difference is accepted at once, after what was written, so that all differences are sent in the order of their baselines.
        if (typeof(TPacket) == typeof(DeltaPacket) && _batch?.Packets.Count > 0)
        {
            AcceptWritten(_batch);
        }

        if (typeof(TPacket) == typeof(DeltaPacket) || EnterBatch() is not { } batch)
        {
            lock (_lock)
            {
                _ = Accept(packet);
            }

            return;
        }

        batch.BeginMessage();
        try
        {
            _ = Add(batch.Packets, packet);
        }
        finally
        {
            batch.EndMessage();
            batch.Exit();
        }
    }

    /// <summary>Writes every accepted packet, on the calling thread unless a write is in progress, and waits until all were written.</summary>
    internal ValueTask FlushAsync(CancellationToken cancellationToken)
    {
        if (_batch is { } batch)
        {
            AcceptWritten(batch);
        }

        WriteStart start;
        long accepted;
        lock (_lock)
        {
            ThrowIfInCall();
            if (_lifetime.IsClosed)
            {
                return new ValueTask(Task.FromException(_lifetime.CreateException()));
            }

            accepted = _progress.Accepted;
            start = BeginWriting(WriteStart.AtOnce);
        }

        Start(start, accepted);
        return accepted <= Volatile.Read(ref _progress.Written) ? default : WaitForWrittenAsync(accepted, isFlush: true, cancellationToken);
    }

    /// <summary>Enters the batch, which the caller must exit.</summary>
    /// <returns>The batch, or <see langword="null"/> if there is an observer, which must see each packet when it is accepted.</returns>
    private WriteBatch? EnterBatch()
    {
        if (_observer is not null)
        {
            return null;
        }

        WriteBatch batch = _batch is null || _isInCall ? OpenBatch() : _batch;
        batch.Enter();
        if (!_lifetime.AcceptsPackets)
        {
            batch.Exit();
            return OpenBatch();
        }

        if (batch.Packets.Count == 0)
        {
            lock (_lock)
            {
                _pending.LendTo(batch.Packets);
            }
        }

        return batch;
    }

    /// <summary>Creates the batch, unless there is one. Throws as <see cref="ThrowIfNotAccepting"/> does.</summary>
    private WriteBatch OpenBatch()
    {
        lock (_lock)
        {
            ThrowIfNotAccepting();
            return _batch ??= new WriteBatch();
        }
    }

    /// <summary>Accepts the packets of the batch. Called without the lock.</summary>
    private void AcceptWritten(WriteBatch batch)
    {
        if (_isInCall)
        {
            lock (_lock)
            {
                ThrowIfInCall();
            }
        }

        batch.Enter();
        try
        {
            lock (_lock)
            {
                if (_lifetime.IsClosed)
                {
                    batch.Packets.Return();
                    return;
                }

                while (batch.Packets.Count > 0)
                {
                    PacketBlock block = batch.Packets.Take();
                    _progress.Accept(block);
                    _pending.Append(block);
                }

                batch.Packets.LendTo(_pending);
            }
        }
        finally
        {
            batch.ExitFlushed();
        }
    }
}

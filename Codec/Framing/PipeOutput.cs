namespace Codec.Framing;

/// <summary>Sends packets to a <see cref="PipeWriter"/>, which has its own memory.</summary>
internal sealed class PipeOutput(PipeWriter pipe, bool leaveOpen) : PacketOutput
{
    internal override IBufferWriter<byte> Memory => pipe;
    internal override bool IsBounded => false;
    internal override Span<byte> Free => pipe.GetSpan();

    internal override FlushResult Send(bool isFlush) => SendAsync(isFlush, CancellationToken.None).AsTask().GetAwaiter().GetResult();

    internal override async ValueTask<FlushResult> SendAsync(bool isFlush, CancellationToken cancellationToken)
    {
        FlushResult result = await pipe.FlushAsync(cancellationToken).ConfigureAwait(false);

        // A completed reader takes precedence over a cancellation. A pipe that has unflushed bytes, or cannot report them, may have sent a part of a
        // packet.
        if (result.IsCanceled && !result.IsCompleted && !(pipe.CanGetUnflushedBytes && pipe.UnflushedBytes == 0))
        {
            Throw.PipeFlushCanceled();
        }

        return result;
    }

    internal override async ValueTask<bool> CloseAsync(Exception? failure, bool isAsync)
    {
        if (!leaveOpen && isAsync)
        {
            await pipe.CompleteAsync(failure).ConfigureAwait(false);
        }
        else if (!leaveOpen)
        {
            pipe.Complete(failure);
        }

        return !leaveOpen && failure is null;
    }
}

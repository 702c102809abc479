using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using Codec.Compat;

namespace Codec.Transport;

/// <summary>A stream that can be read and written at the same time.</summary>
internal sealed class StreamTransport : PacketTransport
{
    private readonly Stream _stream;

    /// <summary>Takes ownership of a stream.</summary>
    /// <exception cref="ArgumentNullException"><paramref name="stream"/> is <see langword="null"/>.</exception>
    internal StreamTransport(Stream stream)
    {
        if (stream is null)
        {
            Throw.ArgumentNull(nameof(stream));
        }

        _stream = stream;
    }

    internal override Stream Input => _stream;

    internal override bool WritesMayBlock => true;

    internal override ValueTask WriteAsync(ReadOnlyMemory<byte> bytes) => StreamWrites.WriteAndFlushAsync(_stream, bytes);

    internal override async ValueTask EndOutputAsync(CancellationToken cancellationToken)
    {
        Task ending = StreamEnds.EndAsync(_stream);
        if (!ending.IsCompleted)
        {
            TaskCompletionSource<bool> canceled = new();
            using (cancellationToken.Register(static state => ((TaskCompletionSource<bool>)state!).TrySetResult(true), canceled))
            {
                await Task.WhenAny(ending, canceled.Task).ConfigureAwait(false);
            }

            if (!ending.IsCompleted)
            {
                // It ends when the stream is closed. Its exception is observed, because no caller awaits it any more.
                _ = ending.ContinueWith(static task => _ = task.Exception, CancellationToken.None, TaskContinuationOptions.OnlyOnFaulted, TaskScheduler.Default);
                cancellationToken.ThrowIfCancellationRequested();
            }
        }

        await ending.ConfigureAwait(false);
    }

    public override void Dispose() => Close(_stream);
}

using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using Codec.Compat;

namespace Codec.Transport;

/// <content>How a peer learns that this side sends no more.</content>
public sealed partial class PacketConnection
{
    /// <summary>Tells the peer that no more packets come, where that can be told.</summary>
    private async ValueTask EndOutputAsync(CancellationToken cancellationToken)
    {
        if (_pipe is not null)
        {
            // A pipe is told by completing it.
            _output.Dispose();
            return;
        }

        if (_socket is not null)
        {
            _socket.Shutdown(SocketShutdown.Send);
            return;
        }

        Task ending = StreamEnds.EndAsync(_output);
        if (!ending.IsCompleted)
        {
            TaskCompletionSource<bool> canceled = new();
            using (cancellationToken.Register(static state => ((TaskCompletionSource<bool>)state!).TrySetResult(true), canceled))
            {
                await Task.WhenAny(ending, canceled.Task).ConfigureAwait(false);
            }

            if (!ending.IsCompleted)
            {
                // Closing the stream ends it, unseen.
                _ = ending.ContinueWith(static task => _ = task.Exception, CancellationToken.None, TaskContinuationOptions.OnlyOnFaulted, TaskScheduler.Default);
                cancellationToken.ThrowIfCancellationRequested();
            }
        }

        await ending.ConfigureAwait(false);
    }
}

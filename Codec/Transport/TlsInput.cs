#if !NETSTANDARD2_0
using System.Net.Security;

namespace Codec.Transport;

/// <summary>The input of a TLS stream whose output can be ended while a read is pending. It leaves the stream open.</summary>
/// <remarks>
/// <see cref="SslStream.ShutdownAsync"/> must not run while a read decrypts. On Linux, both then use one OpenSSL object without a lock: received bytes
/// are lost, or "Operation failed with error - 5" ends the connection. So the pending read is cancelled, and begins again afterwards. A cancelled read loses
/// nothing, because the stream keeps the part of a TLS record that it has received.
/// </remarks>
internal sealed partial class TlsInput(SslStream tls) : ReceiveStream
{
    // Held by a read, or by the call that ends the output. Asynchronous waiters acquire it in FIFO order.
    private readonly SemaphoreSlim _turn = new(1);
    private readonly CancellationTokenSource _ending = new();
    private bool _hasEndedOutput;

    /// <summary>Ends the output of the stream.</summary>
    /// <returns>
    /// A task that ends when the end has been sent to the peer. If the stream under TLS ignores the cancellation of a read, the task first waits for
    /// that read.
    /// </returns>
    internal async Task EndOutputAsync()
    {
        Task turn = _turn.WaitAsync();
        await Task.Run(_ending.Cancel).ConfigureAwait(false);
        await turn.ConfigureAwait(false);
        Task telling;
        try
        {
            // After this call has returned, only a write is pending, which may run during a read.
            _hasEndedOutput = true;
            telling = tls.ShutdownAsync();
        }
        finally
        {
            _turn.Release();
        }

        await telling.ConfigureAwait(false);
    }

    private protected override async partial ValueTask<int> ReceiveAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        while (true)
        {
            await _turn.WaitAsync(cancellationToken).ConfigureAwait(false);
            try
            {
                if (_hasEndedOutput)
                {
                    return await StreamArrays.ReadAsync(tls, buffer, offset, count, cancellationToken).ConfigureAwait(false);
                }

                using CancellationTokenSource? both =
                    cancellationToken.CanBeCanceled ? CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, _ending.Token) : null;
                return await StreamArrays.ReadAsync(tls, buffer, offset, count, both?.Token ?? _ending.Token).ConfigureAwait(false);
            }
            catch (OperationCanceledException) when (_ending.IsCancellationRequested && !_hasEndedOutput)
            {
                // The read begins again after the output has been ended.
            }
            catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
            {
                // The exception has the caller's token, not the linked one.
                cancellationToken.ThrowIfCancellationRequested();
            }
            finally
            {
                _turn.Release();
            }
        }
    }

    protected override void Dispose(bool disposing)
    {
        _turn.Dispose();
        _ending.Dispose();
        base.Dispose(disposing);
    }
}
#endif

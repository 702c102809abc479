using System;
using System.Buffers;
using System.Globalization;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using Codec.Capture.Compat;
using Codec.Compat;

namespace Codec.Capture;

/// <content>From the buffer to the file, from file to file, and what happens if that fails.</content>
public sealed partial class CaptureWriter
{
    /// <summary>Writes what is in the buffer, and has the stream write what it holds back. Does nothing if the capture has stopped.</summary>
    /// <exception cref="IOException">That failed. Other exceptions come from the stream as they are.</exception>
    /// <exception cref="InvalidOperationException">An earlier call has not ended.</exception>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public void Flush()
    {
        _gate.Enter(nameof(CaptureWriter), nameof(Flush));
        try
        {
            FlushAll();
        }
        finally
        {
            Leave();
        }
    }

    /// <inheritdoc cref="Flush"/>
    /// <param name="cancellationToken">Cancels the writing, which stops the capture as an error does.</param>
    /// <returns>A task that ends when everything is written. Until then, the writer refuses every other call.</returns>
    public async Task FlushAsync(CancellationToken cancellationToken = default)
    {
        _gate.Enter(nameof(CaptureWriter), nameof(FlushAsync));
        try
        {
            await FlushAllAsync(cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            await LeaveAsync().ConfigureAwait(false);
        }
    }

    /// <summary>
    /// Writes what is left and closes the file, or the stream unless it is to stay open. If a call is pending, that happens when it ends,
    /// and its task reports what went wrong. A second call does nothing.
    /// </summary>
    /// <exception cref="IOException">What was left could not be written. Other exceptions come from the stream as they are.</exception>
    public void Dispose()
    {
        if (_gate.TryDispose())
        {
            Close();
        }
    }

    /// <summary>Writes what is left and closes the file, or the stream unless it is to stay open.</summary>
    /// <returns>
    /// A task that ends when everything is written and closed, also if a pending call has to end first. The stream must not await it inside
    /// its own methods.
    /// </returns>
    /// <inheritdoc cref="Dispose" path="/exception"/>
    public async ValueTask DisposeAsync()
    {
        if (_gate.TryDispose())
        {
            await CloseAsync().ConfigureAwait(false);
        }
        else
        {
            await _closed.Task.ConfigureAwait(false);
        }
    }

    private static FileStream OpenFile(string path, CaptureWriterOptions options) =>
        CaptureFiles.Create(path, Math.Min(options.PreallocationSize, options.MaxFileSize));

    private static string PathOf(string path, int number)
    {
        if (number == 1)
        {
            return path;
        }

        string name = Path.GetFileNameWithoutExtension(path) + number.ToString("'-'0000", CultureInfo.InvariantCulture) + Path.GetExtension(path);
        return Path.Combine(Path.GetDirectoryName(path) ?? "", name);
    }

    private bool AppendAfterWrite(ReadOnlySpan<byte> packet, CaptureDirection direction, uint connection, long ticks, long now)
    {
        _gate.Enter(nameof(CaptureWriter), nameof(Append));
        try
        {
            WriteBuffer();
            Prepare(packet.Length, connection, ticks, now);
            return Put(packet, direction, connection, ticks, now);
        }
        catch
        {
            Lose(1);
            throw;
        }
        finally
        {
            Leave();
        }
    }

    private async ValueTask<bool> AppendAfterWriteAsync(
        ReadOnlyMemory<byte> packet, CaptureDirection direction, uint connection, long ticks, long now, CancellationToken cancellationToken)
    {
        _gate.Enter(nameof(CaptureWriter), nameof(AppendAsync));
        try
        {
            await WriteBufferAsync(cancellationToken).ConfigureAwait(false);
            Prepare(packet.Length, connection, ticks, now);
            return Put(packet.Span, direction, connection, ticks, now);
        }
        catch
        {
            Lose(1);
            throw;
        }
        finally
        {
            await LeaveAsync().ConfigureAwait(false);
        }
    }

    /// <summary>Begins the next file if it is time, and makes room for a packet in the empty buffer.</summary>
    private void Prepare(int length, uint connection, long ticks, long now)
    {
        if (MustRotate(length, connection, ticks, now))
        {
            Rotate();
        }

        EnsureBuffer(length, connection);
    }

    private void FlushAll()
    {
        if (Error is null)
        {
            WriteBuffer();
            try
            {
                _stream.Flush();
            }
            catch (Exception exception)
            {
                Stop(exception);
                throw;
            }
        }
    }

    private async ValueTask FlushAllAsync(CancellationToken cancellationToken)
    {
        if (Error is null)
        {
            await WriteBufferAsync(cancellationToken).ConfigureAwait(false);
            try
            {
                await _stream.FlushAsync(cancellationToken).ConfigureAwait(false);
            }
            catch (Exception exception)
            {
                Stop(exception);
                throw;
            }
        }
    }

    private void Leave()
    {
        if (!_gate.TryLeave())
        {
            Close();
        }
    }

    private ValueTask LeaveAsync() => _gate.TryLeave() ? default : CloseAsync();

    private void Close()
    {
        try
        {
            FlushAll();
        }
        finally
        {
            Release();
        }
    }

    private async ValueTask CloseAsync()
    {
        try
        {
            await FlushAllAsync(CancellationToken.None).ConfigureAwait(false);
        }
        finally
        {
            Release();
        }
    }

    private void Release()
    {
        try
        {
            ReturnBuffer();
            CloseStream();
        }
        finally
        {
            _closed.TrySetResult(true);
        }
    }

    private void WriteBuffer()
    {
        try
        {
            _stream.Write(_buffer, 0, _count);
        }
        catch (Exception exception)
        {
            Stop(exception);
            throw;
        }

        Wrote();
    }

    private async ValueTask WriteBufferAsync(CancellationToken cancellationToken)
    {
        try
        {
            await StreamArrays.WriteAsync(_stream, _buffer, 0, _count, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            Stop(exception);
            throw;
        }

        Wrote();
    }

    private void Wrote()
    {
        _written += _count;
        _count = 0;
        _bufferedPackets = 0;
    }

    /// <summary>Ends the file, to which the buffer has been written, and begins the next.</summary>
    private void Rotate()
    {
        try
        {
            CloseStream();
            _stream = OpenFile(PathOf(_path!, FileCount + 1), _options);
        }
        catch (Exception exception)
        {
            Stop(exception);
            throw;
        }

        FileCount++;
        _tcp?.Reset();
        _written = 0;
        _filePackets = 0;
        _count = CaptureHeader.Write(_buffer, _options.Encapsulation);
    }

    private void Stop(Exception exception)
    {
        Error = exception;
        Lose(_bufferedPackets);
        PacketCount -= _bufferedPackets;
        _bufferedPackets = 0;
        _count = 0;
    }

    private void CloseStream()
    {
        if (_leaveOpen)
        {
            return;
        }

        try
        {
            try
            {
                // Gives back the room that was asked for and not used. A device or a named pipe has no length to set.
                if (_path is not null && Error is null && _stream.CanSeek && _stream.Length > _stream.Position)
                {
                    _stream.SetLength(_stream.Position);
                }
            }
            finally
            {
                _stream.Dispose();
            }
        }
        catch (Exception) when (Error is not null)
        {
            // The caller has been told, and a stream that compresses fails once more when it writes its end.
        }
    }

    private void ReturnBuffer()
    {
        byte[] buffer = _buffer;
        _buffer = [];
        _count = 0;
        if (buffer.Length != 0)
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }
}

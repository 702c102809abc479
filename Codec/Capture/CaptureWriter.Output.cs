using System;
using System.Buffers;
using System.Globalization;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using Codec.Compat;

namespace Codec.Capture;

/// <content>From the buffer to the file, from file to file, and what happens when that fails.</content>
public sealed partial class CaptureWriter
{
    /// <summary>Writes what is in the buffer, and has the stream write what it holds back.</summary>
    /// <exception cref="IOException">That failed. Other exceptions come from the stream as they are.</exception>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public void Flush()
    {
        CheckNotDisposed();
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

    /// <inheritdoc cref="Flush"/>
    /// <param name="cancellationToken">Cancels the writing, which stops the capture as an error does.</param>
    /// <returns>A task that ends when everything is written.</returns>
    public async Task FlushAsync(CancellationToken cancellationToken = default)
    {
        CheckNotDisposed();
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

    /// <summary>Writes what is left and closes the file, or the stream unless it is to stay open.</summary>
    /// <exception cref="IOException">What was left could not be written. Other exceptions come from the stream as they are.</exception>
    public void Dispose()
    {
        if (_isDisposed)
        {
            return;
        }

        try
        {
            Flush();
        }
        finally
        {
            _isDisposed = true;
            ReturnBuffer();
            CloseStream();
        }
    }

    /// <inheritdoc cref="Dispose"/>
    /// <returns>A task that ends when everything is written and closed.</returns>
    public async ValueTask DisposeAsync()
    {
        if (_isDisposed)
        {
            return;
        }

        try
        {
            await FlushAsync().ConfigureAwait(false);
        }
        finally
        {
            _isDisposed = true;
            ReturnBuffer();
            CloseStream();
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

    private async ValueTask<bool> AppendAfterWriteAsync(
        ReadOnlyMemory<byte> packet, CaptureDirection direction, uint connection, long ticks, CancellationToken cancellationToken)
    {
        await WriteBufferAsync(cancellationToken).ConfigureAwait(false);
        if (MustRotate(packet.Length, connection, ticks))
        {
            Rotate(ticks);
        }

        EnsureBuffer(packet.Length, connection);
        _lastFlush = ticks;
        return Put(packet.Span, direction, connection, ticks);
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
        BufferedPackets = 0;
    }

    /// <summary>Ends the file and begins the next.</summary>
    private void Rotate(long ticks)
    {
        WriteBuffer();
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
        _fileBegin = ticks;
        _count = CaptureHeader.Write(_buffer, _options.Encapsulation);
    }

    private void Stop(Exception exception)
    {
        Error = exception;
        LostPackets += BufferedPackets;
        PacketCount -= BufferedPackets;
        BufferedPackets = 0;
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
            // Setting the length gives back what was asked for ahead and not used.
            if (_path is not null && Error is null)
            {
                _stream.SetLength(_stream.Position);
            }

            _stream.Dispose();
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

    private void CheckNotDisposed()
    {
        if (_isDisposed)
        {
            Throw.Disposed(nameof(CaptureWriter));
        }
    }
}

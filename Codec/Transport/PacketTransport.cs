namespace Codec.Transport;

/// <summary>The socket, stream or pair of pipes that a connection owns.</summary>
/// <remarks>
/// One write at a time, and one read at a time. <see cref="Dispose"/>, <see cref="CancelRead"/> and <see cref="CompleteInput"/> never throw, and any
/// thread may call them.
/// </remarks>
internal abstract class PacketTransport : IDisposable
{
    /// <summary>Gets the address of the peer, also after <see cref="Dispose"/>, or <see langword="null"/> if it is not known.</summary>
    internal virtual EndPoint? RemoteEndPoint => null;

    /// <summary>Gets the socket that carries the bytes as they are, or <see langword="null"/> if there is none or it is not known.</summary>
    internal virtual Socket? Socket => null;

    /// <summary>Gets whether the system has received bytes, or the end, that no read has taken. It is unknown, and <see langword="false"/>, without a socket.</summary>
    internal virtual bool HasUnreadInput
    {
        get
        {
            try
            {
                return Socket?.Poll(0, SelectMode.SelectRead) == true;
            }
            catch (Exception)
            {
                // Another thread has closed the socket.
                return false;
            }
        }
    }

    /// <summary>Gets how many bytes the peer's system has acknowledged, or 0 if that is not known.</summary>
    internal virtual long Acknowledged => Socket is null ? 0 : SocketProgress.GetAcknowledged(Socket);

    /// <summary>Gets the stream from which the peer's bytes are read.</summary>
    internal abstract Stream Input { get; }

    /// <summary>Gets whether a read of <see cref="Input"/> can be cancelled without losing bytes. Otherwise, a cancelled read continues.</summary>
    internal virtual bool CancelsReads => true;

    /// <summary>Gets whether a write can block the calling thread instead of returning a pending task.</summary>
    internal virtual bool WritesMayBlock => true;

    /// <summary>Gets whether the connection stays open when the owner of the transport cancels a pending read.</summary>
    internal virtual bool IsPipe => false;

    /// <summary>Gets whether the bytes can be divided anywhere, so that a session can continue over another transport.</summary>
    internal virtual bool CanResume => true;

    /// <summary>Writes bytes and flushes them. The task ends when the system, the stream or the pipe has the bytes. It must be awaited once.</summary>
    /// <param name="bytes">The bytes. They must not change until the task has ended.</param>
    internal abstract ValueTask WriteAsync(ReadOnlyMemory<byte> bytes);

    /// <summary>Gets whether <see cref="EndOutputAsync"/> ends the sending direction. Otherwise, the peer sees the end after <see cref="Dispose"/>.</summary>
    internal virtual bool CanEndOutput => true;

    /// <summary>Ends the sending direction, if the transport can still be read afterwards.</summary>
    internal virtual Task EndOutputAsync() => Task.CompletedTask;

    /// <summary>Closes the output and, except for the input of a pair of pipes, the input.</summary>
    public abstract void Dispose();

    /// <summary>Ends a pending read that <see cref="Dispose"/> does not end. Called after <see cref="Dispose"/>.</summary>
    /// <param name="time">The clock of <paramref name="closeTimeout"/>.</param>
    /// <param name="closeTimeout">How long the read may continue, if ending it at once could lose bytes that were sent.</param>
    internal virtual void CancelRead(TimeProvider time, TimeSpan closeTimeout)
    {
    }

    /// <summary>Closes an input that <see cref="Dispose"/> leaves open. No read is in progress.</summary>
    internal virtual void CompleteInput()
    {
    }

    /// <summary>Calls a method that closes something. Ignores its exceptions: they do not change the reason why the connection is closed.</summary>
    protected static void IgnoreErrors(Action close)
    {
        try
        {
            close();
        }
        catch (Exception)
        {
        }
    }
}

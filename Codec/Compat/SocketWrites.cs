namespace Codec.Compat;

/// <summary>
/// Writes memory to a socket without blocking. On .NET, what the system's send buffer can take is sent in one call that starts no asynchronous operation, which
/// costs less.
/// </summary>
internal static class SocketWrites
{
#if NET
    /// <summary>Makes calls that do not wait return at once. A <see cref="NetworkStream"/> must be created before, because it refuses such a socket.</summary>
    internal static void Prepare(Socket socket) => socket.Blocking = false;

    internal static ValueTask WriteAsync(Socket socket, NetworkStream stream, ReadOnlyMemory<byte> bytes)
    {
        int sent = socket.Send(bytes.Span, SocketFlags.None, out SocketError error);
        return error == SocketError.Success && sent == bytes.Length ? default : WriteRestAsync(stream, bytes.Slice(sent), error);
    }

    private static ValueTask WriteRestAsync(NetworkStream stream, ReadOnlyMemory<byte> bytes, SocketError error)
    {
        if (error is SocketError.Success or SocketError.WouldBlock)
        {
            return stream.WriteAsync(bytes);
        }

        var cause = new SocketException((int)error);
        return ValueTask.FromException(new IOException(cause.Message, cause));
    }
#else
    internal static void Prepare(Socket socket) => _ = socket;

    internal static ValueTask WriteAsync(Socket socket, NetworkStream stream, ReadOnlyMemory<byte> bytes)
    {
        _ = socket;
        return StreamWrites.WriteAndFlushAsync(stream, bytes);
    }
#endif
}

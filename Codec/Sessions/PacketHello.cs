namespace Codec.Sessions;

/// <summary>What a client has said in the handshake, and a server's decision about it. Thread-safe.</summary>
public sealed class PacketHello
{
    // The session ignores it after the first decision.
    private readonly Action<RefusalReason, string, ReadOnlyMemory<byte>> _decide;

    internal PacketHello(
        PacketProtocol protocol, string version, ReadOnlyMemory<byte> token, EndPoint? remoteEndPoint, Action<RefusalReason, string, ReadOnlyMemory<byte>> decide) =>
        (Protocol, Version, Token, RemoteEndPoint, _decide) = (protocol, version, token, remoteEndPoint, decide);

    /// <summary>Gets the hashes of the client's schema.</summary>
    public PacketProtocol Protocol { get; }

    /// <summary>Gets the version that the client states, at most 255 bytes of UTF-8. It is not validated otherwise.</summary>
    public string Version { get; }

    /// <summary>Gets the client's token, at most 1,024 bytes. The memory may be kept.</summary>
    public ReadOnlyMemory<byte> Token { get; }

    /// <summary>Gets the address of the client, if the connection knows it.</summary>
    public EndPoint? RemoteEndPoint { get; }

    /// <summary>Accepts the client. Only the first decision counts.</summary>
    /// <param name="token">What the client gets as the server's token: at most 1,024 bytes.</param>
    /// <returns>A completed task.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="token"/> is longer than 1,024 bytes.</exception>
    public Task Welcome(ReadOnlyMemory<byte> token = default)
    {
        Throw.IfTooLong(nameof(token), nameof(token), token.Length, PacketSessionOptions.MaxTokenBytes);
        _decide(RefusalReason.None, "", token);
        return Task.CompletedTask;
    }

    /// <summary>Refuses the client, and closes the connection. Only the first decision counts.</summary>
    /// <param name="reason">The reason for the client.</param>
    /// <param name="text">A text for the client's user or log: at most 255 bytes of UTF-8.</param>
    /// <returns>A completed task.</returns>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="reason"/> is not defined, or is <see cref="RefusalReason.None"/>, or <paramref name="text"/> is too long.
    /// </exception>
    /// <exception cref="ArgumentNullException"><paramref name="text"/> is <see langword="null"/>.</exception>
    public Task Refuse(RefusalReason reason, string text = "")
    {
        PacketSessionOptions.ValidateText(text);
        if (reason is RefusalReason.None or > RefusalReason.Draining)
        {
            Throw.UndefinedValue(nameof(reason), (int)reason);
        }

        _decide(reason, text, default);
        return Task.CompletedTask;
    }

    /// <summary>Lets the application decide. An exception, or no decision, refuses the client. Never fails.</summary>
    internal async Task DecideByAsync(Func<PacketHello, Task> accept)
    {
        try
        {
            await accept(this).ConfigureAwait(false);
        }
        catch (Exception)
        {
            // The client is refused below.
        }

        _decide(RefusalReason.Refused, "", default);
    }
}

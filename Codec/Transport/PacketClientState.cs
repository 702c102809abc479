namespace Codec.Transport;

/// <summary>The state of a <see cref="PacketClient"/>.</summary>
public enum PacketClientState : byte
{
    /// <summary>The client was created, and <see cref="PacketClient.Connect"/> was not called.</summary>
    Idle = 0,

    /// <summary>A connection is being made.</summary>
    Connecting = 1,

    /// <summary>The client is connected.</summary>
    Connected = 2,

    /// <summary>The connection was lost or could not be made. The client connects again after a delay.</summary>
    Waiting = 3,

    /// <summary>The connection is closed, and no other follows. <see cref="PacketClient.Connect"/> can be called again.</summary>
    Closed = 4,

    /// <summary>The client was disposed.</summary>
    Disposed = 5,
}

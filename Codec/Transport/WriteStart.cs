namespace Codec.Transport;

/// <summary>The thread that starts to write an accepted packet.</summary>
internal enum WriteStart : byte
{
    /// <summary>No write starts: a write in progress or a later one takes the packet with it.</summary>
    None = 0,

    /// <summary>The sender writes.</summary>
    AtOnce = 1,

    /// <summary>A thread of the pool writes, so that more packets can join.</summary>
    OnThreadPool = 2,
}

namespace Codec.Transport;

/// <summary>Specifies which thread, if any, starts to write after a packet was accepted.</summary>
internal enum WriteStart : byte
{
    /// <summary>No write starts. The packet is written after the write in progress.</summary>
    None = 0,

    /// <summary>The sender writes, before its call returns.</summary>
    AtOnce = 1,

    /// <summary>A thread of the pool writes, so that more packets can join.</summary>
    OnThreadPool = 2,
}

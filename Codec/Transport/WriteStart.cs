namespace Codec.Transport;

/// <summary>Who begins to write what was put down.</summary>
internal enum WriteStart : byte
{
    /// <summary>Nobody: a write is under way, and takes it along.</summary>
    None = 0,

    /// <summary>The sender.</summary>
    AtOnce = 1,

    /// <summary>A thread of the pool, so that more packets can join.</summary>
    OnThreadPool = 2,
}

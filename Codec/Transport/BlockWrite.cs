namespace Codec.Transport;

/// <summary>The write in progress, of one block.</summary>
internal struct BlockWrite
{
    internal ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter Awaiter;

    /// <summary>Gets or sets what is called when the write has ended, or <see langword="null"/> if every write ended at once.</summary>
    internal Action? Continue { get; set; }

    /// <summary>Gets or sets the block, which is not used by others until the write has ended.</summary>
    internal PacketBlock? Block { get; set; }

    /// <summary>Gets or sets whether a write is in progress, or a thread of the pool is about to start one. Requires the connection's lock.</summary>
    internal bool IsActive { get; set; }

    /// <summary>Gets or sets whether the write waits for a thread of the pool, so that a sender may take it over. Requires the connection's lock.</summary>
    internal bool IsQueued { get; set; }

    /// <summary>Gets or sets whether a work item is queued, which starts the write if it still waits. Requires the connection's lock.</summary>
    internal bool HasWorker { get; set; }
}

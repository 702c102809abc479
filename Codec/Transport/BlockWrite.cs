namespace Codec.Transport;

/// <summary>The write in progress, of one block.</summary>
/// <param name="continueWriting">Called when the write has ended.</param>
internal struct BlockWrite(Action continueWriting)
{
    internal ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter Awaiter;

    internal readonly Action Continue => continueWriting;

    /// <summary>Gets or sets the block, which is not used by others until the write has ended.</summary>
    internal PacketBlock? Block { get; set; }

    /// <summary>Gets or sets whether a write is in progress, or a thread of the pool is about to start one. Requires the connection's lock.</summary>
    internal bool IsActive { get; set; }
}

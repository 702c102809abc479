namespace Codec.Framing;

/// <summary>The pipe or the stream of a <see cref="PacketReader"/>, and the part of its bytes that the reader parses.</summary>
/// <remarks>One read at a time. Only <see cref="Cancel"/> and <see cref="CloseAsync"/> may be called during a read.</remarks>
internal abstract class PacketInput
{
    /// <summary>The bytes that the reader parses. A taken packet is before the start, unless it was copied. Reading may replace the array.</summary>
    internal ReadWindow Window;

    /// <summary>The start of the window, if the packet that was taken last is in <see cref="Copy"/>. Otherwise another number, such as -1.</summary>
    internal int StartAfterCopy = -1;

    /// <summary>The array for a copy of a packet that is not in one array. The copy is at the start.</summary>
    internal byte[] Copy = [];

    /// <summary>Gets whether the last read reached the end.</summary>
    internal bool HasEnded { get; private protected set; }

    /// <summary>Gets or sets whether the last read was cancelled. The reader resets it.</summary>
    internal bool WasCanceled { get; set; }

    /// <summary>Gets the number of received bytes that were not read, in the window and after it.</summary>
    internal virtual long Available => Window.Count;

    /// <summary>Moves the window so that it contains the next bytes, if they have been received. Copies them if they are not contiguous.</summary>
    /// <returns><see langword="false"/> if more bytes must be read first.</returns>
    internal virtual bool TryJoin(int count) => count <= Window.Count;

    /// <summary>Takes a packet that <see cref="TryJoin"/> has moved into the window.</summary>
    internal virtual void Take(int length) => Window.Start += length;

    /// <summary>Puts back the packet that was taken last, for the next reader of a pipe.</summary>
    internal virtual void PutBack(int length)
    {
    }

    /// <summary>Reads at least one byte, the end or a cancellation, and blocks the thread.</summary>
    /// <param name="needed">The size of the packet that is being read, in bytes, or 0. The memory grows at most to this size.</param>
    internal abstract void Read(int needed);

    /// <summary>Begins to read at least one byte, the end or a cancellation.</summary>
    /// <returns><see langword="false"/> if the caller must call <see cref="ContinueWith"/> and then <see cref="EndRead"/>.</returns>
    internal abstract bool TryRead(int needed, CancellationToken cancellationToken);

    /// <summary>Calls a method when the pending read has ended, on the thread that ended it.</summary>
    internal abstract void ContinueWith(Action continuation);

    /// <summary>Ends the pending read. Throws its exception.</summary>
    internal abstract void EndRead();

    /// <summary>Cancels the pending read, if the input stays open. Otherwise, <see cref="CloseAsync"/> may end the read.</summary>
    internal abstract void Cancel();

    /// <summary>Completes the input, or leaves it open, and returns the memory. The next reader must not see a cancellation by <see cref="Cancel"/>.</summary>
    internal abstract ValueTask CompleteAsync(bool wasCanceled);

    /// <summary>Closes what the input owns, also during a read.</summary>
    internal virtual ValueTask CloseAsync() => default;
}

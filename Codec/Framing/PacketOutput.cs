namespace Codec.Framing;

/// <summary>The destination of a <see cref="PacketWriter"/>: memory that collects packets, and a pipe or a stream that they are sent to.</summary>
internal abstract class PacketOutput
{
    /// <summary>Gets the memory that collects packets.</summary>
    internal abstract IBufferWriter<byte> Memory { get; }

    /// <summary>Gets whether packets are sent when the memory is full. If not, the memory grows until the next flush.</summary>
    internal abstract bool IsBounded { get; }

    /// <summary>Gets the memory that can be written without growing it and without sending.</summary>
    internal abstract Span<byte> Free { get; }

    /// <summary>Sends the collected packets. Returns the result; the default value for a stream.</summary>
    /// <param name="isFlush">Whether the destination must also send the bytes that it buffers.</param>
    internal abstract FlushResult Send(bool isFlush);

    /// <inheritdoc cref="Send"/>
    /// <remarks>A part of a packet may have been sent if it is cancelled.</remarks>
    internal abstract ValueTask<FlushResult> SendAsync(bool isFlush, CancellationToken cancellationToken);

    /// <summary>Closes the destination, unless it stays open. Packets for a stream are sent first, unless sending failed before.</summary>
    /// <returns>Whether the destination has received all collected packets. The task has ended if <paramref name="isAsync"/> is not set.</returns>
    internal abstract ValueTask<bool> CloseAsync(Exception? failure, bool isAsync);
}

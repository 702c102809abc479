namespace Codec.Packets;

/// <summary>A message that has an id and writes its own payload. Generated packets implement it; writers, connections and sockets accept it.</summary>
/// <remarks>
/// A sender calls the members on the calling thread, and does not keep the message. The message must not change during the call, and must not
/// send through the same sender. Generated types implement the interface explicitly, so that no field of a schema can collide with its members.
/// </remarks>
public interface IPacket
{
    /// <summary>Gets the id for the packet's header.</summary>
    uint Id { get; }

    /// <summary>Returns the exact size of the payload in bytes, or an upper bound.</summary>
    /// <returns>A number of bytes that suffices for <see cref="TryWrite"/>.</returns>
    /// <exception cref="InvalidOperationException">The message cannot be written; the exception says why.</exception>
    int GetMaxByteCount();

    /// <summary>Writes the payload.</summary>
    /// <param name="destination">The memory to write to. Its content is undefined if the method returns <see langword="false"/> or throws.</param>
    /// <param name="written">The size of the payload in bytes, or 0.</param>
    /// <returns><see langword="false"/> if <paramref name="destination"/> is too short.</returns>
    /// <exception cref="InvalidOperationException">The message cannot be written; the exception says why.</exception>
    bool TryWrite(Span<byte> destination, out int written);
}

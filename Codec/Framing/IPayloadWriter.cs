namespace Codec.Framing;

/// <summary>Writes messages of one type as the payloads of packets.</summary>
/// <typeparam name="TMessage">The message.</typeparam>
public interface IPayloadWriter<TMessage>
{
    /// <summary>Returns the largest number of bytes that <see cref="Write"/> writes for <paramref name="message"/>.</summary>
    /// <param name="message">The message.</param>
    /// <returns>The exact size in bytes, or an upper bound; not negative.</returns>
    int GetMaxSize(in TMessage message);

    /// <summary>Writes <paramref name="message"/>. If it throws, no packet is written.</summary>
    /// <param name="message">The message.</param>
    /// <param name="destination">The memory to write to: at least <see cref="GetMaxSize"/> bytes, whose content is undefined.</param>
    /// <returns>The number of bytes written, at most <see cref="GetMaxSize"/>.</returns>
    int Write(in TMessage message, Span<byte> destination);
}

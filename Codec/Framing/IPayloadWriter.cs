using System;

namespace Codec.Framing;

/// <summary>Writes one kind of message as a packet's payload.</summary>
/// <typeparam name="TMessage">The message.</typeparam>
public interface IPayloadWriter<TMessage>
{
    /// <summary>The most bytes that <see cref="Write"/> will write for <paramref name="message"/>.</summary>
    /// <param name="message">The message.</param>
    /// <returns>The exact size in bytes, or an upper bound; not negative.</returns>
    int GetMaxSize(in TMessage message);

    /// <summary>Writes <paramref name="message"/>. If it throws, no packet is written.</summary>
    /// <param name="message">The message.</param>
    /// <param name="destination">At least as many bytes as <see cref="GetMaxSize"/> promised; their content is undefined before.</param>
    /// <returns>How many bytes were written, at most as many as <see cref="GetMaxSize"/> promised.</returns>
    int Write(in TMessage message, Span<byte> destination);
}

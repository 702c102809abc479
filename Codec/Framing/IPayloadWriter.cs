using System;

namespace Codec.Framing;

/// <summary>Writes one kind of message as a packet's payload.</summary>
/// <typeparam name="TMessage">The message.</typeparam>
public interface IPayloadWriter<TMessage>
{
    /// <summary>The most bytes that <see cref="Write"/> will write for <paramref name="message"/>.</summary>
    /// <param name="message">The message.</param>
    /// <returns>The exact size in bytes, or an upper bound.</returns>
    int GetMaxSize(in TMessage message);

    /// <summary>Writes <paramref name="message"/>. Where it throws, no packet comes to be.</summary>
    /// <param name="message">The message.</param>
    /// <param name="destination">At least as many bytes as <see cref="GetMaxSize"/> promised; their content is undefined before.</param>
    /// <returns>The bytes written.</returns>
    int Write(in TMessage message, Span<byte> destination);
}

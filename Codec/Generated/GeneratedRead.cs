using Codec.Framing;

namespace Codec.Generated;

/// <summary>Verifies a payload and copies it into a message that does not refer to the payload's memory.</summary>
/// <typeparam name="TMessage">The message.</typeparam>
/// <param name="packet">The packet; valid during the call.</param>
/// <param name="scratch">The dispatcher's memory; valid during the call.</param>
/// <param name="message">The message, or the default value.</param>
/// <returns><see langword="false"/> if the payload is not such a message.</returns>
[EditorBrowsable(EditorBrowsableState.Never)]
public delegate bool GeneratedRead<TMessage>(in Packet packet, DispatchScratch scratch, out TMessage message);

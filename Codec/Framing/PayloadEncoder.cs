using System.Buffers;

namespace Codec.Framing;

/// <summary>Writes a payload of any size. Where it throws, no packet comes to be.</summary>
/// <typeparam name="TArgument">What the caller hands through, so that the delegate can be static.</typeparam>
/// <param name="payload">Where the payload goes; not to be used after the call.</param>
/// <param name="argument">What the caller handed through.</param>
public delegate void PayloadEncoder<in TArgument>(IBufferWriter<byte> payload, TArgument argument);

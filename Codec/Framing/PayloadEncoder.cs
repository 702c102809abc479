using System.Buffers;

namespace Codec.Framing;

/// <summary>Writes a payload of any size. If it throws, no packet is written.</summary>
/// <typeparam name="TArgument">What the caller hands through, so that the delegate can be static.</typeparam>
/// <param name="payload">
/// Receives the payload; it must not be used after the call. What <c>GetSpan</c> or <c>GetMemory</c> gave may be advanced over in parts.
/// </param>
/// <param name="argument">What the caller handed through.</param>
public delegate void PayloadEncoder<in TArgument>(IBufferWriter<byte> payload, TArgument argument);

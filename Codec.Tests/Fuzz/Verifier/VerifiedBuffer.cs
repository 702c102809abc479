using Codec.Tests.Interop;

namespace Codec.Tests.Fuzz.Verifier;

/// <summary>The bytes of a buffer, and the root type with which they are verified.</summary>
internal sealed record VerifiedBuffer(string Name, VerifiedRoot Root, byte[] Bytes);

using Codec.Tests.Interop;

namespace Codec.Tests.Fuzz.Verifier;

/// <summary>Bytes, and the root they claim to have.</summary>
internal sealed record VerifiedBuffer(string Name, VerifiedRoot Root, byte[] Bytes);

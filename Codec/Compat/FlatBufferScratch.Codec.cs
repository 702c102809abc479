#if !GOOGLE_FLATBUFFERS
using System;
using System.Runtime.CompilerServices;
using Google.FlatBuffers;

namespace Codec.Compat;

/// <summary>A buffer and a verifier that are used again for each payload.</summary>
internal sealed class FlatBufferScratch
{
    private readonly ByteBuffer _buffer = new(Array.Empty<byte>());
    private readonly Verifier _verifier;

    internal FlatBufferScratch() => _verifier = new Verifier(_buffer);

    /// <summary>A buffer over just the payload, until the next call; null where the verifier refuses it.</summary>
    /// <param name="array">The array that the payload lies in.</param>
    /// <param name="offset">Where it starts, in bytes.</param>
    /// <param name="count">Its bytes.</param>
    /// <param name="fileIdentifier">The file identifier that it must have, if any.</param>
    /// <param name="verify">What flatc wrote to verify the root table.</param>
    /// <param name="options">The verifier's limits.</param>
    /// <param name="root">The root table's index in the buffer.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ByteBuffer? Verify(byte[] array, int offset, int count, string? fileIdentifier, VerifyTableAction verify, Options options, out int root)
    {
        if (!ReferenceEquals(_verifier.options, options))
        {
            _verifier.options = options;
        }

        return _verifier.VerifyPart(array, offset, count, fileIdentifier, verify, out root) ? _buffer : null;
    }
}
#endif

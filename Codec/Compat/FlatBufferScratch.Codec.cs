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

    /// <summary>A buffer over just <paramref name="payload"/>, until the next call; null where the verifier refuses it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ByteBuffer? Verify(ArraySegment<byte> payload, string? fileIdentifier, VerifyTableAction verify, Options options)
    {
        _buffer.Reset(payload);
        if (!ReferenceEquals(_verifier.options, options))
        {
            _verifier.options = options;
        }

        // The verifier looks at the buffer anew each time: it need not be set again.
        return _verifier.VerifyBuffer(fileIdentifier, false, verify) ? _buffer : null;
    }
}
#endif

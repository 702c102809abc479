#if !GOOGLE_FLATBUFFERS
using System;
using System.Runtime.CompilerServices;
using Google.FlatBuffers;

namespace Codec.Compat;

/// <summary>A buffer and a verifier that are reused for each payload.</summary>
internal readonly struct FlatBufferScratch
{
    private readonly Verifier _verifier;

    private FlatBufferScratch(Verifier verifier) => _verifier = verifier;

    /// <summary>Gets a buffer over the payload that was started last, without the bytes around it.</summary>
    internal ByteBuffer Buffer => _verifier.Buf;

    internal static FlatBufferScratch Create() => new(new Verifier(new ByteBuffer(Array.Empty<byte>())));

    /// <summary>Sets the payload that <see cref="Buffer"/> reads and <see cref="Verify"/> verifies.</summary>
    /// <param name="array">The array that the payload lies in.</param>
    /// <param name="offset">Where it starts, in bytes.</param>
    /// <param name="count">Its bytes.</param>
    /// <param name="fileIdentifier">The file identifier that it must have, if any.</param>
    /// <param name="options">The verifier's limits.</param>
    /// <param name="root">The root table's index in the buffer.</param>
    /// <returns>Whether the payload has the four bytes of a root table.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryStart(byte[] array, int offset, int count, string? fileIdentifier, Options options, out int root)
    {
        Verifier verifier = _verifier;
        if (!ReferenceEquals(verifier.options, options))
        {
            verifier.options = options;
        }

        return verifier.TryStartPart(array, offset, count, fileIdentifier, out root);
    }

    /// <summary>Returns whether all parts that the root table refers to are inside the payload, and within the limits.</summary>
    /// <param name="verify">What flatc wrote to verify the root table.</param>
    /// <param name="root">Its index.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool Verify(VerifyTableAction verify, int root) => verify(_verifier, (uint)root);
}
#endif

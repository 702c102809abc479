#if !GOOGLE_FLATBUFFERS
using System;
using System.Runtime.CompilerServices;
using Google.FlatBuffers;

namespace Codec.Compat;

/// <summary>A buffer and a verifier that are reused for each payload.</summary>
internal readonly struct FlatBufferScratch
{
    private readonly Verifier _verifier;
    private readonly Options _limitedTables;

    private FlatBufferScratch(Verifier verifier)
    {
        _verifier = verifier;
        _limitedTables = verifier.options;
    }

    /// <summary>Gets a buffer over the payload that was started last, without the bytes around it.</summary>
    internal ByteBuffer Buffer => _verifier.Buf;

    internal static FlatBufferScratch Create() => new(new Verifier(new ByteBuffer(Array.Empty<byte>())));

    /// <summary>Sets the payload that <see cref="Buffer"/> reads and <see cref="Verify"/> verifies.</summary>
    /// <param name="array">The array that contains the payload.</param>
    /// <param name="offset">The offset of the payload in the array, in bytes.</param>
    /// <param name="count">The size of the payload in bytes.</param>
    /// <param name="fileIdentifier">The file identifier that the payload must have, or <see langword="null"/> to accept any and none.</param>
    /// <param name="options">The verifier's limits.</param>
    /// <param name="root">The root table's index in the buffer.</param>
    /// <returns>Whether the first four bytes of the root table are inside the payload.</returns>
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

    /// <summary>Returns the default options with a limit of tables; valid until the next call.</summary>
    internal Options LimitTables(int maxTables)
    {
        _limitedTables.maxTables = maxTables;
        return _limitedTables;
    }

    /// <summary>Returns whether everything that the root table refers to is inside the payload and within the limits.</summary>
    /// <param name="verify">flatc's function that verifies the root table.</param>
    /// <param name="root">The root table's index in the buffer.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool Verify(VerifyTableAction verify, int root) => verify(_verifier, (uint)root);
}
#endif

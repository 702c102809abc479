#if GOOGLE_FLATBUFFERS
using System;
using Google.FlatBuffers;

namespace Codec.Compat;

/// <summary>Creates a buffer and a verifier for each payload, because the package cannot reuse them.</summary>
internal sealed class FlatBufferScratch
{
    private string? _fileIdentifier;
    private Options? _options;

    /// <summary>Gets a buffer over the payload that was started last, without the bytes around it.</summary>
    internal ByteBuffer Buffer { get; private set; } = new(Array.Empty<byte>());

    internal static FlatBufferScratch Create() => new();

    /// <summary>Sets the payload that <see cref="Buffer"/> reads and <see cref="Verify"/> verifies.</summary>
    /// <param name="array">The array that contains the payload.</param>
    /// <param name="offset">The offset of the payload in the array, in bytes.</param>
    /// <param name="count">The size of the payload in bytes.</param>
    /// <param name="fileIdentifier">The file identifier that the payload must have, or <see langword="null"/> to accept any and none.</param>
    /// <param name="options">The verifier's limits.</param>
    /// <param name="root">The root table's index in the buffer.</param>
    /// <returns>Whether the first four bytes of the root table are inside the payload.</returns>
    internal bool TryStart(byte[] array, int offset, int count, string? fileIdentifier, Options options, out int root)
    {
        ByteBuffer buffer = FlatBuffersRuntime.CreateBuffer(new ArraySegment<byte>(array, offset, count));
        Buffer = buffer;
        _fileIdentifier = fileIdentifier;
        _options = options;
        root = 0;
        if (count < 2 * sizeof(int))
        {
            return false;
        }

        int table = buffer.GetInt(buffer.Position);
        root = buffer.Position + table;
        return table > 0 && table <= count - sizeof(int);
    }

    /// <summary>Returns the default options with a limit of tables.</summary>
    [System.Diagnostics.CodeAnalysis.SuppressMessage("Performance", "CA1822", Justification = "Our own runtime's counterpart has state.")]
    internal Options LimitTables(int maxTables) => new() { maxTables = maxTables };

    /// <summary>Returns whether everything that the root table refers to is inside the payload and within the limits.</summary>
    /// <param name="verify">flatc's function that verifies the root table.</param>
    /// <param name="root">The root table's index in the buffer.</param>
    [System.Diagnostics.CodeAnalysis.SuppressMessage("Style", "IDE0060", Justification = "Our own runtime's counterpart takes it.")]
    internal bool Verify(VerifyTableAction verify, int root) => FlatBuffersRuntime.Verify(Buffer, _fileIdentifier, verify, _options!);
}
#endif

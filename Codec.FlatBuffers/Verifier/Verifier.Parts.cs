using System;
using System.Runtime.CompilerServices;

namespace Google.FlatBuffers;

/// <content>Verifies a sequence of messages in one array.</content>
public partial class Verifier
{
    /// <summary>Points <see cref="Buf"/> at a part of an array and verifies it, like <see cref="ByteBuffer.Reset(ArraySegment{byte})"/> and
    /// <see cref="VerifyBuffer"/> without a size prefix. Cheaper than these calls if the previous part was in the same array.</summary>
    /// <param name="array">The array. It is not copied.</param>
    /// <param name="offset">The index of the part's first byte.</param>
    /// <param name="count">The size of the part in bytes.</param>
    /// <param name="identifier">The file identifier that the part must have, or null or an empty string to accept any.</param>
    /// <param name="verifyAction">The method that flatc generated to verify the root table.</param>
    /// <param name="root">The root table's index in the array, in bytes; 0 if the result is false.</param>
    /// <returns>Whether everything that the root table refers to is inside the part, and within the limits of the options.</returns>
    /// <exception cref="ArgumentException">
    /// The part is not inside the array, the identifier is not four characters of one byte each, or the array or the action is null.
    /// </exception>
    /// <exception cref="InvalidOperationException"><see cref="Buf"/> is not set.</exception>
    public bool VerifyPart(byte[] array, int offset, int count, string? identifier, VerifyTableAction verifyAction, out int root)
    {
        if (verifyAction is null)
        {
            Throw.ArgumentNull(nameof(verifyAction));
        }

        if (TryStartPart(array, offset, count, identifier, out root) && verifyAction(this, (uint)root))
        {
            return true;
        }

        root = 0;
        return false;
    }

    /// <summary>The first half of <see cref="VerifyPart"/>: points <see cref="Buf"/> at a part of an array and finds its root table. The caller
    /// must then verify it: <c>MoveVerify.Verify(verifier, (uint)root)</c>. Until then, only the table's first four bytes may be read.</summary>
    /// <param name="array">The array. It is not copied.</param>
    /// <param name="offset">The index of the part's first byte.</param>
    /// <param name="count">The size of the part in bytes.</param>
    /// <param name="identifier">The file identifier that the part must have, or null or an empty string to accept any.</param>
    /// <param name="root">The root table's index in the array, in bytes; 0 if the result is false.</param>
    /// <returns>Whether the first four bytes of the root table are inside the part.</returns>
    /// <exception cref="ArgumentException">
    /// The part is not inside the array, the identifier is not four characters of one byte each, or the array is null.
    /// </exception>
    /// <exception cref="InvalidOperationException"><see cref="Buf"/> is not set.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryStartPart(byte[] array, int offset, int count, string? identifier, out int root)
    {
        // Most of the cost of changing the buffer is the GC write barrier of storing references. Here, no reference changes.
        if (!ReferenceEquals(array, _arrayOfParts) || array is null || identifier is not null || (uint)count < ShortestBuffer
            || !_options.AreDefaults || !_buf!.TryMove(array, offset, count))
        {
            root = StartOtherPart(array, offset, count, identifier);
            return root != 0;
        }

        _counters = default;
        SelectDefault((uint)offset, (uint)count);

        // The part contains the root offset, and one comparison checks that the offset refers forward, to a word inside the part.
        uint table = Read32((uint)offset);
        if (table - 1 < (uint)count - SIZE_S_OFFSET)
        {
            root = offset + (int)table;
            return true;
        }

        root = 0;
        return false;
    }

    /// <summary>Starts a part if the state must change first. Returns the index of the root table, or 0 if there is none.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private int StartOtherPart(byte[]? array, int offset, int count, string? identifier)
    {
        ByteBuffer? buffer = _buf;
        if (buffer is null)
        {
            Throw.NoBuffer();
        }

        if (!string.IsNullOrEmpty(identifier))
        {
            FileIdentifier.Check(nameof(identifier), identifier!);
        }

        buffer.Reset(new ArraySegment<byte>(array!, offset, count));
        _counters = default;
        TakeBuffer(buffer, out _);
        if (!_options.AreDefaults)
        {
            TakeOptions();
        }

        _arrayOfParts = _alignsAsDefault ? _array : null;
        return TryFindRoot(identifier, out uint root) && root <= _end - SIZE_S_OFFSET ? (int)root : 0;
    }
}

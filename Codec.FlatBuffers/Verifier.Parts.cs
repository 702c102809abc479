using System;
using System.Runtime.CompilerServices;

namespace Google.FlatBuffers;

/// <content>One message after another.</content>
public partial class Verifier
{
    /// <summary>Points <see cref="Buf"/> at a part of an array and judges it, as <see cref="ByteBuffer.Reset(ArraySegment{byte})"/> and
    /// <see cref="VerifyBuffer"/> do without a size prefix; for less where the part before it was of the same array.</summary>
    /// <param name="array">The array; it is not copied.</param>
    /// <param name="offset">Where the part starts, in bytes.</param>
    /// <param name="count">The part's bytes.</param>
    /// <param name="identifier">The file identifier that it must have; null or an empty one accepts any and none.</param>
    /// <param name="verifyAction">What flatc wrote to verify the root table.</param>
    /// <param name="root">The root table's index in the array, in bytes; 0 where the result is false.</param>
    /// <returns>Whether everything that can be reached is inside of the part, and within the options' limits.</returns>
    /// <exception cref="ArgumentException">
    /// The part is not inside of the array, the identifier is not four characters of one byte each, or the array or the action is null.
    /// </exception>
    /// <exception cref="InvalidOperationException"><see cref="Buf"/> is not set.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool VerifyPart(byte[] array, int offset, int count, string? identifier, VerifyTableAction verifyAction, out int root)
    {
        // Storing references, which the garbage collector wants to know of, is most of what changing the buffer costs: here none changes.
        if (identifier is not null || (uint)count < ShortestBuffer || !ReferenceEquals(array, _array)
            || verifyAction is null || !_options.AreUsual || _buf is not { } buffer || !buffer.TryMove(array, offset, count))
        {
            return VerifyOtherPart(array, offset, count, identifier, verifyAction!, out root);
        }

        _counters = default;
        uint start = (uint)offset;
        uint end = start + (uint)count;
        TakeUsual(start, end);

        // The part has the word at its start, and one comparison says that the word leads forward and not behind the end.
        uint table = Read32(start);
        if (table - 1 < (uint)count - 1 && verifyAction(this, start + table))
        {
            root = (int)(start + table);
            return true;
        }

        root = 0;
        return false;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool VerifyOtherPart(byte[] array, int offset, int count, string? identifier, VerifyTableAction verifyAction, out int root)
    {
        if (_buf is null)
        {
            Throw.NoBuffer();
        }

        _buf.Reset(new ArraySegment<byte>(array, offset, count));
        bool valid = VerifyBuffer(identifier, false, verifyAction);
        root = valid ? offset + (int)Read32((uint)offset) : 0;
        return valid;
    }
}

using System.Runtime.CompilerServices;
using Google.FlatBuffers.Compat;

namespace Google.FlatBuffers;

/// <content>Selects the part of the array that is verified, and checks its bytes.</content>
public partial class Verifier
{
    /// <summary>Makes the verifier read the bounds of the buffer again before the next check.</summary>
    private void Invalidate()
    {
        _table = NotTaken;
        _words = 0;
    }

    /// <summary>Selects the buffer from its position to its end, with the default alignment and apparent size.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private uint TakeBuffer(ByteBuffer buffer, out uint end)
    {
        byte[] array = buffer.Array;
        if (!ReferenceEquals(_array, array))
        {
            _array = array;
            _arrayOfParts = null;
        }

        uint start = (uint)buffer.Position;
        end = (uint)buffer.Length;
        if (start > end)
        {
            // If the position is outside the buffer, there is nothing to verify.
            start = end;
        }

        SelectDefault(start, end - start);
        if (!_alignsAsDefault)
        {
            _alignsAsDefault = true;
            _alignmentShift = 0;
            _alignmentMask = uint.MaxValue;
        }

        return start;
    }

    /// <summary>Selects a number of bytes from an index, with no limit on the apparent size.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void SelectDefault(uint start, uint length)
    {
        // This method has few stores, because stores and calls are most of the cost of verifying a small message.
        _table = NoTable;
        _start = start;
        _end = start + length;
        _words = length / SIZE_U_OFFSET;
        _apparentSizeLeft = long.MaxValue;
    }

    private void UseCustomAlignment()
    {
        _alignsAsDefault = false;
        _arrayOfParts = null;
    }

    /// <summary>Reads the bounds of the buffer if they have not been read since the buffer was set. Without a buffer, the part is empty.</summary>
    private void TakeBufferOnce()
    {
        if (_table != NotTaken)
        {
            return;
        }

        if (_buf is { } buffer)
        {
            TakeBuffer(buffer, out _);
            if (!_options.AreDefaults)
            {
                TakeOptions();
            }
        }
        else
        {
            _array = [];
            SelectDefault(0, 0);
        }
    }

    /// <summary>Applies options for alignment and apparent size that differ from the defaults.</summary>
    private void TakeOptions()
    {
        Options options = _options;
        UseCustomAlignment();
        _alignmentMask = options.alignmentCheck ? uint.MaxValue : 0;
        _alignmentShift = options.AlignmentOfMemory ? 0 - AddressOfFirst() - _start : 0;
        if (options.MaxApparentSize > 0)
        {
            _apparentSizeLeft = options.MaxApparentSize;
        }

        SelectPart(_start, _end, _alignmentShift);
    }

    /// <summary>Restricts verification to a part of the current part.</summary>
    /// <param name="start">The index of the first byte.</param>
    /// <param name="end">The index after the last byte.</param>
    /// <param name="alignmentShift">The distance from the first byte to the origin of the alignment, modulo 2^32.</param>
    private void SelectPart(uint start, uint end, uint alignmentShift)
    {
        _start = start;
        _end = end;
        _alignmentShift = alignmentShift;

        // If the mask is 0, every index is aligned.
        bool fromStart = (alignmentShift & (SIZE_U_OFFSET - 1)) == 0 && _alignmentMask != 0;
        _words = fromStart ? (end - start) / SIZE_U_OFFSET : 0;
    }

    /// <summary>Returns the low bits of the address of index 0 of the buffer.</summary>
    private unsafe uint AddressOfFirst() =>
        _array.Length == 0 ? 0 : (uint)(nuint)Unsafe.AsPointer(ref ArrayReference.At(_array, 0));

    /// <summary>Returns whether four aligned bytes are inside the buffer at an index.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool IsWord(uint index) => IsCountedWord(index) || IsNumber(index, SIZE_U_OFFSET);

    /// <summary>
    /// Does the same as <see cref="IsWord"/>, with one comparison. Returns false for a valid word only if the alignment is not relative to the start.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool IsCountedWord(uint index)
    {
        // The rotation makes an unaligned index, or one before the start, greater than any number of words.
        uint distance = index - _start;
        return ((distance >> 2) | (distance << 30)) < _words;
    }

    /// <summary>Returns whether two aligned bytes of a vtable are inside the buffer, with one comparison. Can return false for valid bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool IsCountedHalf(uint index)
    {
        // A vtable with a field is longer than these two bytes, so that it always starts in a whole word of the part.
        uint distance = index - _start;
        return ((distance >> 1) | (distance << 31)) < 2 * _words;
    }

    /// <summary>Returns whether a number of any size is inside the buffer and aligned, for any alignment option.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool IsNumber(uint index, uint size)
    {
        TakeBufferOnce();
        return index >= _start && index <= _end && size <= _end - index && IsAligned(index, size);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool IsAligned(uint index, uint alignment) => ((index - _start - _alignmentShift) & (alignment - 1) & _alignmentMask) == 0;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private uint Read32(uint index) => LittleEndian.Read32(ref ArrayReference.At(ref _array, (int)index));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private uint Read16(uint index) => LittleEndian.Read16(ref ArrayReference.At(ref _array, (int)index));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private byte Read8(uint index) => ArrayReference.At(ref _array, (int)index);

    /// <summary>Returns the byte at an index that was calculated in 64 bits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private byte ReadFar(ulong index) => Unsafe.AddByteOffset(ref ArrayReference.At(ref _array, 0), (nint)index);

    /// <summary>Subtracts from the apparent size that is still allowed.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool Spend(ulong bytes) => (_apparentSizeLeft -= (long)bytes) >= 0;
}

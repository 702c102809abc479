using System.Runtime.CompilerServices;
using Google.FlatBuffers.Compat;

namespace Google.FlatBuffers;

/// <content>The part of the array that is verified, and its bytes.</content>
public partial class Verifier
{
    /// <summary>Has the buffer looked at again before anything is verified.</summary>
    private void Forget()
    {
        _table = NotTaken;
        _words = 0;
    }

    /// <summary>Takes the buffer from its position to its end, with alignment and apparent size counted as usual.</summary>
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
            // A position outside the buffer, negative or not, leaves nothing to verify.
            start = end;
        }

        TakeUsual(start, end - start);
        if (!_alignsAsUsual)
        {
            _alignsAsUsual = true;
            _alignmentShift = 0;
            _alignmentMask = uint.MaxValue;
        }

        return start;
    }

    /// <summary>Takes a number of bytes from an index on, with no limit of apparent size.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void TakeUsual(uint start, uint length)
    {
        // Few stores: with the calls they are what verifying a small message mostly waits for.
        _table = NoTable;
        _start = start;
        _end = start + length;
        _words = length / SIZE_U_OFFSET;
        _apparentSizeLeft = long.MaxValue;
    }

    private void AlignOtherwise()
    {
        _alignsAsUsual = false;
        _arrayOfParts = null;
    }

    /// <summary>Takes the bounds of the buffer, unless that was done since the buffer was set. Throws if there is no buffer.</summary>
    private void TakeBufferOnce()
    {
        if (_table != NotTaken)
        {
            return;
        }

        if (_buf is { } buffer)
        {
            TakeBuffer(buffer, out _);
            if (!_options.AreUsual)
            {
                TakeOptions();
            }
        }
        else
        {
            _array = [];
            TakeUsual(0, 0);
        }
    }

    /// <summary>Counts alignment and apparent size otherwise than most verifiers do.</summary>
    private void TakeOptions()
    {
        Options options = _options;
        AlignOtherwise();
        _alignmentMask = options.alignmentCheck ? uint.MaxValue : 0;
        _alignmentShift = options.AlignmentOfMemory ? 0 - AddressOfFirst() - _start : 0;
        if (options.MaxApparentSize > 0)
        {
            _apparentSizeLeft = options.MaxApparentSize;
        }

        TakePart(_start, _end, _alignmentShift);
    }

    /// <summary>Verifies a part of the current part.</summary>
    /// <param name="start">The index of its first byte.</param>
    /// <param name="end">The index after its last byte.</param>
    /// <param name="alignmentShift">How far behind its first byte alignment counts from; as all of this, it may wrap.</param>
    private void TakePart(uint start, uint end, uint alignmentShift)
    {
        _start = start;
        _end = end;
        _alignmentShift = alignmentShift;

        // Without a mask, no byte is out of place.
        bool fromStart = (alignmentShift & (SIZE_U_OFFSET - 1)) == 0 && _alignmentMask != 0;
        _words = fromStart ? (end - start) / SIZE_U_OFFSET : 0;
    }

    /// <summary>The low bits of the address of the buffer's index 0.</summary>
    private unsafe uint AddressOfFirst() =>
        _array.Length == 0 ? 0 : (uint)(nuint)Unsafe.AsPointer(ref ArrayReference.At(_array, 0));

    /// <summary>Whether four aligned bytes are at an index.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool IsWord(uint index) => IsCountedWord(index) || IsNumber(index, SIZE_U_OFFSET);

    /// <summary>The same by one comparison, which an index that is a word can only fail where words do not count from the start.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool IsCountedWord(uint index)
    {
        // Rotated, an index that is not a multiple of four becomes greater than any number of words, and so does one below the start.
        uint distance = index - _start;
        return ((distance >> 2) | (distance << 30)) < _words;
    }

    /// <summary>Whether a vtable can start at an index, two aligned bytes, by one comparison; failing it says nothing.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool IsCountedHalf(uint index)
    {
        // With the two bytes that follow in every vtable that has a field, it ends in a word that is counted.
        uint distance = index - _start;
        return ((distance >> 1) | (distance << 31)) < 2 * _words;
    }

    /// <summary>Whether a number is at an index, of any size and however alignment is counted.</summary>
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

    /// <summary>The byte at an index that was calculated in 64 bits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private byte ReadFar(ulong index) => Unsafe.AddByteOffset(ref ArrayReference.At(ref _array, 0), (nint)index);

    /// <summary>Spends some of the apparent size that is allowed.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool Spend(ulong bytes) => (_apparentSizeLeft -= (long)bytes) >= 0;
}

using System.Runtime.CompilerServices;
using Google.FlatBuffers.Compat;

namespace Google.FlatBuffers;

/// <content>The part of the array that is judged, and its bytes.</content>
public partial class Verifier
{
    /// <summary>Has the buffer looked at again before anything is verified.</summary>
    private void Forget()
    {
        _end = NotTaken;
        _words = 0;
        LeaveTable();
    }

    /// <summary>Looks at the whole buffer, as the options say.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void TakeBuffer(ByteBuffer buffer, out uint start, out uint end)
    {
        byte[] array = buffer.Array;
        if (!ReferenceEquals(_array, array))
        {
            _array = array;
        }

        start = (uint)buffer.Position;
        end = (uint)buffer.Length;
        if (start > end)
        {
            start = (int)start < 0 ? 0 : end;
        }

        LeaveTable();
        TakeUsual(start, end);
        if (!_options.AreUsual)
        {
            TakeOptions();
        }
    }

    /// <summary>Judges what lies between two indexes, alignment and apparent size counted as usual.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void TakeUsual(uint start, uint end)
    {
        _start = start;
        _end = end;
        _alignmentStart = start;
        _alignmentMask = uint.MaxValue;
        _words = (end - start) / SIZE_U_OFFSET;
        _apparentSizeLeft = ApparentSizeFloor + (ApparentSizeRatio * (end - start));
    }

    /// <summary>Looks at the buffer where nothing did since it was set; without a buffer there is nothing to verify in.</summary>
    private void TakeBufferOnce()
    {
        if (_end != NotTaken)
        {
            return;
        }

        if (_buf is { } buffer)
        {
            TakeBuffer(buffer, out _, out _);
        }
        else
        {
            _array = [];
            _start = 0;
            _end = 0;
        }
    }

    /// <summary>Counts alignment and apparent size otherwise than most verifiers do.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void TakeOptions()
    {
        Options options = _options;
        _alignmentMask = options.alignmentCheck ? uint.MaxValue : 0;
        _alignmentStart = options.AlignmentOfMemory ? 0 - AddressOfFirst() : _start;
        if (options.MaxApparentSize > 0)
        {
            _apparentSizeLeft = options.MaxApparentSize;
        }

        TakePart(_start, _end);
    }

    private void TakePart(uint start, uint end)
    {
        _start = start;
        _end = end;

        // Without a mask, no byte is out of place.
        bool fromStart = ((start - _alignmentStart) & (SIZE_U_OFFSET - 1)) == 0 && _alignmentMask != 0;
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
    private bool IsAligned(uint index, uint alignment) => ((index - _alignmentStart) & (alignment - 1) & _alignmentMask) == 0;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private uint Read32(uint index) => LittleEndian.Read32(ref ArrayReference.At(ref _array, (int)index));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private uint Read16(uint index) => LittleEndian.Read16(ref ArrayReference.At(ref _array, (int)index));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private byte Read8(uint index) => ArrayReference.At(ref _array, (int)index);

    /// <summary>Spends some of the apparent size that is allowed.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool Spend(ulong bytes) => (_apparentSizeLeft -= (long)bytes) >= 0;
}

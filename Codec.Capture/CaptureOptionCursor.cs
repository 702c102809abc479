using System;
using System.Buffers.Binary;

namespace Codec.Capture;

/// <summary>Walks over the options of a pcapng block. Each step moves on by 4 bytes at least, so the walk ends.</summary>
internal ref struct CaptureOptionCursor(ReadOnlySpan<byte> options, bool swap)
{
    private const int OptionHeader = 4;

    private ReadOnlySpan<byte> _rest = options;

    /// <summary>The option's code.</summary>
    internal ushort Code { get; private set; }

    /// <summary>The option's value, without its padding.</summary>
    internal ReadOnlySpan<byte> Value { get; private set; }

    /// <summary>Whether an option is longer than what holds it, or has not the length that it must have.</summary>
    internal bool IsInvalid { get; private set; }

    internal bool MoveNext()
    {
        if (IsInvalid || _rest.IsEmpty)
        {
            return false;
        }

        if (_rest.Length < OptionHeader)
        {
            IsInvalid = true;
            return false;
        }

        ushort code = BinaryPrimitives.ReadUInt16LittleEndian(_rest);
        ushort length = BinaryPrimitives.ReadUInt16LittleEndian(_rest.Slice(2));
        Code = swap ? BinaryPrimitives.ReverseEndianness(code) : code;
        int size = swap ? BinaryPrimitives.ReverseEndianness(length) : length;
        if (Code == CaptureFormat.EndOfOptions)
        {
            return false;
        }

        // The size of a block is a multiple of 4, so a value that fits has its padding.
        if (size > _rest.Length - OptionHeader)
        {
            IsInvalid = true;
            return false;
        }

        Value = _rest.Slice(OptionHeader, size);
        _rest = _rest.Slice(OptionHeader + ((size + 3) & ~3));
        return true;
    }

    /// <summary>Holds the option to a length.</summary>
    internal bool Require(int length)
    {
        if (Value.Length != length)
        {
            IsInvalid = true;
            return false;
        }

        return true;
    }
}

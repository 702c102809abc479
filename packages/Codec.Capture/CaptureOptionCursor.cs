namespace Codec.Capture;

/// <summary>Enumerates the options of a pcapng block. Each step consumes at least 4 bytes, so the enumeration ends.</summary>
internal ref struct CaptureOptionCursor(ReadOnlySpan<byte> options, bool swap)
{
    private const int OptionHeader = 4;
    private ReadOnlySpan<byte> _rest = options;

    internal ushort Code { get; private set; }

    /// <summary>Gets the value of the option, without its padding.</summary>
    internal ReadOnlySpan<byte> Value { get; private set; }

    /// <summary>Gets whether an option is longer than its block, or does not have the required length.</summary>
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

        Code = CaptureNumbers.UInt16(_rest, 0, swap);
        int size = CaptureNumbers.UInt16(_rest, 2, swap);
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

    /// <summary>Validates the length of the option's value.</summary>
    /// <returns><see langword="false"/> if the value does not have this length. <see cref="IsInvalid"/> is then set.</returns>
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

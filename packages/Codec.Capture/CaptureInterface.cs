namespace Codec.Capture;

/// <summary>The interface description of a section: the link type, and the unit and offset of the timestamps.</summary>
internal readonly struct CaptureInterface
{
    private const int NanosecondsPerSecond = 1_000_000_000;

    // The timestamps per second: a power of 10, or a power of 2 if the highest bit of the resolution is set.
    private readonly decimal _unit;
    private readonly long _offsetSeconds;

    // The nanoseconds of one unit, or 0 if they are not a whole number or there is an offset. Calculated once, so that no packet needs a division.
    private readonly ulong _multiplier;
    private readonly ulong _largest;

    internal CaptureInterface(int linkType, uint snapLength, byte resolution, long offsetSeconds, bool isServer = false)
    {
        IsServer = isServer;
        LinkType = linkType;
        SnapLength = snapLength;
        _offsetSeconds = offsetSeconds;
        _unit = 1;
        int factor = resolution < 0x80 ? 10 : 2;
        for (int i = resolution & 0x7F; i > 0; i--)
        {
            // With the largest number, every timestamp is less than a nanosecond.
            _unit = _unit < decimal.MaxValue / factor ? _unit * factor : decimal.MaxValue;
        }

        if (offsetSeconds == 0 && _unit <= NanosecondsPerSecond && NanosecondsPerSecond % _unit == 0)
        {
            _multiplier = (ulong)(NanosecondsPerSecond / _unit);
            _largest = long.MaxValue / _multiplier;
        }
    }

    internal int LinkType { get; }

    /// <summary>Gets whether the description states that the server writes the capture.</summary>
    internal bool IsServer { get; }

    /// <summary>Gets the largest number of captured bytes of a packet, or 0 if there is no limit.</summary>
    internal uint SnapLength { get; }

    /// <summary>Converts a timestamp to nanoseconds since 1970. A timestamp that is out of range becomes the nearest valid value.</summary>
    internal long ToNanoseconds(ulong timestamp)
    {
        if (_multiplier != 0)
        {
            return timestamp > _largest ? long.MaxValue : (long)(timestamp * _multiplier);
        }

        decimal nanoseconds = Math.Min(long.MaxValue, decimal.Floor((decimal)timestamp * NanosecondsPerSecond / _unit));
        return (long)Math.Min(long.MaxValue, Math.Max(0, nanoseconds + ((decimal)_offsetSeconds * NanosecondsPerSecond)));
    }
}

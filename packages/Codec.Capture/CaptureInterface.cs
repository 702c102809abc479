namespace Codec.Capture;

/// <summary>The interface description of a section: the link type, and the unit and offset of the timestamps.</summary>
internal readonly struct CaptureInterface
{
    private const long NanosecondsPerSecond = 1_000_000_000;

    // The number of ticks per second, as pcapng encodes it: a power of 10, or a power of 2 if the highest bit is set.
    private readonly byte _resolution;
    private readonly ulong _multiplier;

    // The largest timestamp whose nanoseconds fit in a long. It is calculated once, so that no packet needs a division.
    private readonly ulong _largest;
    private readonly long _offsetSeconds;

    internal CaptureInterface(int linkType, uint snapLength, byte resolution, long offsetSeconds)
    {
        LinkType = linkType;
        SnapLength = snapLength;
        _resolution = resolution;
        _offsetSeconds = offsetSeconds;
        const int NanosecondDigits = 9;
        if (resolution <= NanosecondDigits)
        {
            _multiplier = 1;
            for (int i = resolution; i < NanosecondDigits; i++)
            {
                _multiplier *= 10;
            }

            _largest = long.MaxValue / _multiplier;
        }
    }

    internal int LinkType { get; }

    /// <summary>Gets the largest number of captured bytes of a packet, or 0 if there is no limit.</summary>
    internal uint SnapLength { get; }

    /// <summary>Converts a timestamp to nanoseconds since 1970. A timestamp that is out of range becomes the nearest valid value.</summary>
    internal long ToNanoseconds(ulong timestamp)
    {
        long nanoseconds = _multiplier != 0
            ? timestamp > _largest ? long.MaxValue : (long)(timestamp * _multiplier)
            : ToNanosecondsSlowly(timestamp);
        return _offsetSeconds == 0 ? nanoseconds : AddSeconds(nanoseconds, _offsetSeconds);
    }

    private static long AddSeconds(long nanoseconds, long seconds)
    {
        decimal sum = nanoseconds + ((decimal)seconds * NanosecondsPerSecond);
        return (long)Math.Min(long.MaxValue, Math.Max(0, sum));
    }

    private long ToNanosecondsSlowly(ulong timestamp)
    {
        if ((_resolution & 0x80) == 0)
        {
            ulong divided = timestamp;
            for (int i = _resolution; i > 9 && divided != 0; i--)
            {
                divided /= 10;
            }

            return (long)Math.Min(long.MaxValue, divided);
        }

        int bits = _resolution & 0x7F;
        if (bits > 63)
        {
            return 0;
        }

        decimal units = (decimal)(1UL << bits);
        return (long)Math.Min(long.MaxValue, decimal.Floor(timestamp / units * NanosecondsPerSecond));
    }
}

namespace Codec.Bench.Streams;

/// <summary>The grade of a stream's time, compared with that of <see cref="System.IO.MemoryStream"/> at the same size.</summary>
public static class StreamGrade
{
    /// <summary>
    /// Returns a letter for a ratio to the baseline's time. The limits of A, B and C differ by factors of about two, which is more than noise. D is
    /// as fast as the baseline, and E is slower. With C or better, changing the stream is worthwhile.
    /// </summary>
    public static string Of(double ratio) => ratio switch
    {
        <= 0.25 => "A",
        <= 0.5 => "B",
        <= 0.95 => "C",
        <= 1.05 => "D",
        _ => "E",
    };
}

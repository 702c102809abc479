namespace Codec.Bench.Streams;

/// <summary>The grade of a stream's time, compared with that of <see cref="System.IO.MemoryStream"/> at the same size.</summary>
public static class StreamGrade
{
    /// <summary>
    /// A letter for a ratio to the baseline's time. Each grade is about half the time of the next one, a difference larger than noise. From C on,
    /// changing the stream is worthwhile.
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

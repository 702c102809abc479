namespace Codec.Bench.Streams;

/// <summary>What a stream's time is worth beside <see cref="System.IO.MemoryStream"/>'s at the same size.</summary>
public static class StreamGrade
{
    /// <summary>
    /// A letter for a ratio to the baseline's time. Each is about half the time of the next, which no noise makes up for; C is where
    /// changing the stream begins to pay.
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

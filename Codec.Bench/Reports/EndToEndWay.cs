namespace Codec.Bench.Reports;

/// <summary>A serializer's times and size for one message.</summary>
/// <param name="Name">The name of the way.</param>
/// <param name="Bytes">The size of the packet in bytes.</param>
/// <param name="Write">The time to write the message.</param>
/// <param name="Read">The time to read the message.</param>
/// <param name="IsByReference">Whether the times are computed from ratios of another machine.</param>
internal sealed record EndToEndWay(string Name, long Bytes, ReportRow Write, ReportRow Read, bool IsByReference)
{
    /// <summary>Returns the computed time over a network. The bounds of its interval are computed from those of both times.</summary>
    /// <param name="bitsPerSecond">The network's rate.</param>
    internal ReportRow Over(double bitsPerSecond) => new(
        Name,
        EndToEnd.Nanoseconds(Write.Nanoseconds, Read.Nanoseconds, Bytes, bitsPerSecond),
        EndToEnd.Nanoseconds(Write.Low, Read.Low, Bytes, bitsPerSecond),
        EndToEnd.Nanoseconds(Write.High, Read.High, Bytes, bitsPerSecond),
        0,
        Bytes);
}

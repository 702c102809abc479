namespace Codec.Bench.Reports;

/// <summary>A serializer's times and size for one message.</summary>
/// <param name="Name">The name of the way.</param>
/// <param name="Bytes">The size of the packet in bytes.</param>
/// <param name="Write">The time to write the message.</param>
/// <param name="Read">The time to read the message, and the time to verify it.</param>
/// <param name="IsByReference">Whether the times are computed from ratios of another machine.</param>
internal sealed record EndToEndWay(string Name, long Bytes, ReportRow Write, ReportRow Read, bool IsByReference)
{
    /// <summary>Gets the time of the receiver, in nanoseconds: to verify the message if reading does not validate it, and to read it.</summary>
    private double Received(double read) => (Read.VerifyNanoseconds ?? 0) + read;

    /// <summary>Returns the computed time over a network. The bounds of its interval are computed from those of both times.</summary>
    /// <param name="bitsPerSecond">The network's rate.</param>
    internal ReportRow Over(double bitsPerSecond) => new(
        Name,
        EndToEnd.Nanoseconds(Write.Nanoseconds, Received(Read.Nanoseconds), Bytes, bitsPerSecond),
        EndToEnd.Nanoseconds(Write.Low, Received(Read.Low), Bytes, bitsPerSecond),
        EndToEnd.Nanoseconds(Write.High, Received(Read.High), Bytes, bitsPerSecond),
        0,
        Bytes);
}

namespace Codec.Bench.Reports;

/// <summary>A way of doing a job, as measured in several processes.</summary>
/// <param name="Name">The name of the way.</param>
/// <param name="Nanoseconds">The median of the medians of all processes, in nanoseconds per operation.</param>
/// <param name="Low">The lowest first quartile of a process, in nanoseconds per operation.</param>
/// <param name="High">The highest third quartile of a process, in nanoseconds per operation.</param>
/// <param name="BytesAllocated">The number of bytes allocated per operation.</param>
/// <param name="WireBytes">The size of the packet, header and payload, in bytes, if the job writes or reads a message.</param>
/// <param name="VerifyNanoseconds">
/// The additional time to verify the same bytes, in nanoseconds, if the job reads and the format has a verifier.
/// </param>
public sealed record ReportRow(
    string Name, double Nanoseconds, double Low, double High, double BytesAllocated, long? WireBytes = null, double? VerifyNanoseconds = null);

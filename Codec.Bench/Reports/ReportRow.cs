namespace Codec.Bench.Reports;

/// <summary>One way of doing a job, as measured in several processes.</summary>
/// <param name="Name">The name of the way.</param>
/// <param name="Nanoseconds">The median over the processes of each process's median, in nanoseconds an operation.</param>
/// <param name="Low">The lowest first quartile of the processes, in nanoseconds an operation.</param>
/// <param name="High">The highest third quartile of the processes, in nanoseconds an operation.</param>
/// <param name="BytesAllocated">Bytes allocated an operation.</param>
/// <param name="WireBytes">The size of the packet, header and payload, in bytes, if the job is to write or read a message.</param>
/// <param name="VerifyNanoseconds">The additional time to verify the same bytes, in nanoseconds, if the job is to read and the format has a verifier.</param>
public sealed record ReportRow(
    string Name, double Nanoseconds, double Low, double High, double BytesAllocated, long? WireBytes = null, double? VerifyNanoseconds = null);

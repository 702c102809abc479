namespace Codec.Bench.Reports;

/// <summary>One way of doing a job, as measured in several processes.</summary>
/// <param name="Name">The way's name.</param>
/// <param name="Nanoseconds">The median over the processes of each one's median, in nanoseconds an operation.</param>
/// <param name="Low">The lowest first quartile of the processes, in nanoseconds an operation.</param>
/// <param name="High">The highest third quartile of the processes, in nanoseconds an operation.</param>
/// <param name="BytesAllocated">Bytes allocated an operation.</param>
/// <param name="WireBytes">Bytes of the packet, header and payload, where the job is to write a message.</param>
/// <param name="VerifyNanoseconds">What judging the same bytes takes on top, in nanoseconds, where the job is to read and the format has it.</param>
public sealed record ReportRow(
    string Name, double Nanoseconds, double Low, double High, double BytesAllocated, long? WireBytes = null, double? VerifyNanoseconds = null);

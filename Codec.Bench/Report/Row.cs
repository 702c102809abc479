namespace Codec.Bench.Report;

/// <summary>The figure of a way.</summary>
/// <param name="Name">The way.</param>
/// <param name="Figure">Nanoseconds, or bytes if the table is in bytes.</param>
/// <param name="Low">The lowest first quartile of a process.</param>
/// <param name="High">The highest third quartile of a process.</param>
/// <param name="Bytes">The bytes allocated per operation.</param>
/// <param name="Payload">The size of the payload that was written, or <see langword="null"/>.</param>
public sealed record Row(string Name, double Figure, double Low, double High, double Bytes = 0, long? Payload = null);

namespace Codec.Bench.Report;

public sealed record Row(string Name, double Figure, double Low, double High, double Bytes = 0, long? Payload = null);

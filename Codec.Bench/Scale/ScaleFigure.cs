namespace Codec.Bench.Scale;

/// <summary>A figure of the server with raw sockets, and of the one with this library: nanoseconds, or bytes.</summary>
internal sealed record ScaleFigure(double Raw, double Codec, double Ratio, Settling Settling);

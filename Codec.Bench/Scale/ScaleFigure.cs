namespace Codec.Bench.Scale;

/// <summary>A figure of the server with raw sockets, and of the one with this library: nanoseconds, or bytes.</summary>
/// <param name="Raw">The figure of raw sockets.</param>
/// <param name="Codec">The figure of this library.</param>
/// <param name="Ratio">The median ratio of this library's figure to that of raw sockets, in turns.</param>
/// <param name="Settling">Whether the times settled.</param>
internal sealed record ScaleFigure(double Raw, double Codec, double Ratio, Settling Settling);

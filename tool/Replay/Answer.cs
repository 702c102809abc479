namespace Codec.Cli.Replay;

/// <summary>An answer in the capture, or one that was received.</summary>
/// <param name="Number">The number of the answer on its connection, from 1.</param>
/// <param name="Payload">The payload; empty if answers are not compared.</param>
/// <param name="Time">
/// The timestamp at which the packet before it was sent (answer in the capture) or at which it was received. 0 if no packet was sent before.
/// </param>
internal sealed record Answer(long Number, uint Id, byte[] Payload, long Time);

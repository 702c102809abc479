namespace Codec.Cli.Replaying;

/// <summary>An answer in the capture, or one that was received.</summary>
/// <param name="Number">Its number on the connection, from 1.</param>
/// <param name="Id">The packet's id.</param>
/// <param name="Payload">The payload; empty if answers are not compared.</param>
/// <param name="Time">When the packet before it was sent, or when it was received, as a timestamp; 0 if nothing was sent before.</param>
public sealed record Answer(long Number, uint Id, byte[] Payload, long Time);

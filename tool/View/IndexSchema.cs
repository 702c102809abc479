namespace Codec.Cli.View;

/// <summary>How the packets of an index are read: the parameters of <see cref="PacketInspection.Of"/>.</summary>
internal sealed record IndexSchema(PayloadSchema? Schema, PayloadMessage? Type, bool? IsServer);

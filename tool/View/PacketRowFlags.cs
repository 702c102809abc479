namespace Codec.Cli.View;

[Flags]
internal enum PacketRowFlags : ushort
{
    None = 0,

    /// <summary>The row is no packet, but bytes that are not one, or an event of a connection. Its bytes are a text.</summary>
    Text = 1,

    /// <summary>The bytes are in the spool, and not in the source's file.</summary>
    Spooled = 2,

    /// <summary>The capture states that the server made it.</summary>
    Server = 4,

    /// <summary>The user sent the packet from the page.</summary>
    Injected = 8,

    /// <summary>The row belongs to no connection.</summary>
    NoConnection = 16,

    /// <summary>The bytes are the size of the packet's payload as it was sent, this payload, and the unpacked one.</summary>
    Unpacked = 32,
}

namespace Codec.Framing;

/// <summary>What a read from a pipe or a stream gave.</summary>
public enum PacketReadStatus : byte
{
    /// <summary>Nothing was read: the default value of a result.</summary>
    None = 0,

    /// <summary>A packet.</summary>
    Packet = 1,

    /// <summary>The stream ended at the end of a packet.</summary>
    Completed = 2,

    /// <summary>The stream is invalid, or ended inside a packet: the result's error says which. Every later read says the same.</summary>
    Invalid = 3,

    /// <summary>The read was cancelled by the pipe's own <c>CancelPendingRead</c>; nothing was lost, and reading can go on.</summary>
    Canceled = 4,
}

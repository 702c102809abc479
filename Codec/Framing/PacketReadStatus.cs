namespace Codec.Framing;

/// <summary>The status of a read from a pipe or a stream.</summary>
public enum PacketReadStatus : byte
{
    /// <summary>Nothing was read: the default value of a result.</summary>
    None = 0,

    /// <summary>A packet.</summary>
    Packet = 1,

    /// <summary>The stream ended at the end of a packet.</summary>
    Completed = 2,

    /// <summary>The stream is invalid, or ended inside a packet. The error of the result says which. Every later read has the same result.</summary>
    Invalid = 3,

    /// <summary>The read was cancelled by <c>CancelPendingRead</c> of the pipe. Nothing was lost, and reading can continue.</summary>
    Canceled = 4,
}

namespace Codec.Soak;

/// <summary>The plan of a link: its packets and its fault.</summary>
internal sealed record LinkPlan
{
    /// <summary>Gets the number of the link, from 1.</summary>
    public required uint Number { get; init; }

    public LinkEnds Ends { get; init; }

    public LinkTransport Transport { get; init; }

    /// <summary>Gets whether the client is a <see cref="Transport.PacketClient"/>.</summary>
    public bool IsMainThread { get; init; }

    public LinkFault Fault { get; init; }

    /// <summary>Gets whether the fault affects the bytes that the server sends.</summary>
    public bool IsFaultInAnswers { get; init; }

    /// <summary>Gets the number of bytes in its direction after which the fault starts.</summary>
    public long FaultAt { get; init; }

    /// <summary>Gets the number of packets that the client sends, at least 1.</summary>
    public uint Packets { get; init; } = 1;

    /// <summary>Gets the number of packets that the server sends.</summary>
    public uint Answers { get; init; }

    public int MaxPayload { get; init; } = SoakPacket.MinPayload;

    /// <summary>Gets the send limit of a C# client in bytes.</summary>
    public int SendLimit { get; init; } = 1024 * 1024;

    /// <summary>
    /// Gets the number of the broadcast that sends the server's packets, or 0 if the server sends its own packets. All links of a broadcast have the
    /// same number, count and maximum size of answers.
    /// </summary>
    public uint Broadcast { get; init; }

    /// <summary>
    /// Gets the number of the <see cref="Transport.PacketClient"/> that connects again for the next link of the same number, or 0. The server ends such
    /// a link.
    /// </summary>
    public uint ReconnectingClient { get; init; }

    /// <summary>Gets the phase in which the link starts.</summary>
    public LinkPhase Phase { get; init; }

    /// <summary>Gets the delay before the client connects, in milliseconds.</summary>
    public int StartDelay { get; init; }

    /// <summary>Gets the seed of the random values of the link, such as pieces and pauses.</summary>
    public int Seed { get; init; }

    public bool HasCSharpClient => Ends is LinkEnds.CSharpToCSharp or LinkEnds.CSharpToCpp;

    public bool HasCSharpServer => Ends is LinkEnds.CSharpToCSharp or LinkEnds.CppToCSharp;

    /// <summary>
    /// Gets whether the server completes its side last: after the client has, or, if the server ends the link, after it has received the client's
    /// packets. A <see cref="Transport.PacketClient"/> takes the server's end for the end of the connection. A
    /// <see cref="System.Net.WebSockets.WebSocket"/> closes the TCP connection if its side completes while the peer's close frame arrives.
    /// </summary>
    public bool EndsLast => IsMainThread || Transport == LinkTransport.WebSocket;

    /// <summary>Returns a packet of the link.</summary>
    public SoakPacket Packet(bool isToServer, uint index) => Broadcast > 0 && !isToServer
        ? new(Broadcast, isToServer, index, Answers, MaxPayload, EndsLast: false)
        : new(Number, isToServer, index, Answers, MaxPayload, EndsLast);

    /// <summary>Returns the total size in bytes of the first packets of a direction.</summary>
    public long Bytes(bool isToServer, long packets)
    {
        long bytes = 0;
        for (uint i = 0; i < packets; i++)
        {
            bytes += Packet(isToServer, i).Size;
        }

        return bytes;
    }

    /// <summary>Returns the number of whole packets in the first bytes of a direction, and whether the bytes end after a whole packet.</summary>
    public (uint Packets, bool IsWhole) Whole(bool isToServer, long bytes)
    {
        for (uint i = 0; ; i++)
        {
            int size = Packet(isToServer, i).Size;
            if (size > bytes)
            {
                return (i, bytes == 0);
            }

            bytes -= size;
        }
    }
}

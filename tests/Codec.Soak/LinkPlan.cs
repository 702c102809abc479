namespace Codec.Soak;

/// <summary>What a link does, and what happens to it.</summary>
internal sealed record LinkPlan
{
    /// <summary>Gets the number of the link, from 1.</summary>
    public required uint Number { get; init; }

    public LinkEnds Ends { get; init; }

    public LinkTransport Transport { get; init; }

    /// <summary>Gets whether the client is a <see cref="Transport.PacketClient"/>.</summary>
    public bool IsMainThread { get; init; }

    public LinkFault Fault { get; init; }

    /// <summary>Gets whether the fault concerns what the server sends.</summary>
    public bool IsFaultInAnswers { get; init; }

    /// <summary>Gets after how many bytes of its direction the fault begins.</summary>
    public long FaultAt { get; init; }

    /// <summary>Gets how many packets the client sends, at least 1.</summary>
    public uint Packets { get; init; } = 1;

    /// <summary>Gets how many packets the server sends.</summary>
    public uint Answers { get; init; }

    public int MaxPayload { get; init; } = SoakPacket.MinPayload;

    /// <summary>Gets the send limit of a C# client in bytes.</summary>
    public int SendLimit { get; init; } = 1024 * 1024;

    /// <summary>Gets when the link begins.</summary>
    public LinkPhase Phase { get; init; }

    /// <summary>Gets after how many milliseconds the client connects.</summary>
    public int StartDelay { get; init; }

    /// <summary>Gets the seed of what is random in the link: pieces, pauses.</summary>
    public int Seed { get; init; }

    public bool HasCSharpClient => Ends is LinkEnds.CSharpToCSharp or LinkEnds.CSharpToCpp;

    public bool HasCSharpServer => Ends is LinkEnds.CSharpToCSharp or LinkEnds.CppToCSharp;

    /// <summary>Gets whether the server completes its side after the client has: a <see cref="Transport.PacketClient"/> takes the server's end for the end of the connection.</summary>
    public bool EndsLast => IsMainThread;

    /// <summary>Returns a packet of the link.</summary>
    public SoakPacket Packet(bool isToServer, uint index) => new(Number, isToServer, index, Answers, MaxPayload, EndsLast);

    /// <summary>Returns the size in bytes of the first packets of a direction.</summary>
    public long Bytes(bool isToServer, long packets)
    {
        long bytes = 0;
        for (uint i = 0; i < packets; i++)
        {
            bytes += Packet(isToServer, i).Size;
        }

        return bytes;
    }

    /// <summary>Returns how many whole packets the first bytes of a direction contain, and whether they end after a whole packet.</summary>
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

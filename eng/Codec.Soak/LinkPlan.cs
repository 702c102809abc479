namespace Codec.Soak;

/// <summary>The plan of a link: its ends, its packets and its fault.</summary>
internal sealed record LinkPlan
{
    private static readonly int[] PayloadLimits = [SoakPacket.MinPayload, 300, 5000, ushort.MaxValue];
    private static readonly int[] SendLimits = [2000, 64 * 1024, 1024 * 1024];

    public required uint Number { get; init; }
    public bool HasCppClient { get; init; }
    public bool HasCppServer { get; init; }
    public bool IsPolled { get; init; }
    public LinkTransport Transport { get; init; }
    public LinkFault Fault { get; init; }
    public bool IsFaultInAnswers { get; init; }

    /// <summary>Gets the number of bytes in its direction after which the fault starts.</summary>
    public long FaultAt { get; private init; }

    public uint Packets { get; init; } = 1;
    public uint Answers { get; init; }
    public int MaxPayload { get; init; } = SoakPacket.MinPayload;
    public int SendLimit { get; init; } = 1024 * 1024;

    /// <summary>Gets the seed of the random values of the link, such as pieces and pauses.</summary>
    public int Seed { get; init; }

    /// <summary>
    /// Gets whether the server completes its side after the client has. A <see cref="PacketClient"/> takes the server's end for the end of the
    /// connection. A <see cref="WebSocket"/> closes the TCP connection if its side completes while the peer's close frame arrives.
    /// </summary>
    public bool EndsLast => IsPolled || Transport == LinkTransport.WebSocket;

    public static LinkPlan Random(uint number, Random random)
    {
        LinkPlan plan = new()
        {
            Number = number,
            HasCppClient = random.Next(2) == 0,
            HasCppServer = random.Next(2) == 0,
            Fault = (LinkFault)random.Next((int)LinkFault.Disposed + 1),
            IsFaultInAnswers = random.Next(2) == 0,
            Packets = 1 + Count(random),
            Answers = Count(random),
            MaxPayload = PayloadLimits[random.Next(PayloadLimits.Length)],
            SendLimit = SendLimits[random.Next(SendLimits.Length)],
            Seed = random.Next(int.MaxValue / 2),
        };
        if (plan.Fault == LinkFault.Disposed)
        {
            // The client disposes. If its peer had sent bytes that it did not read, the system would discard the client's own.
            plan = plan with { Packets = plan.Packets + 2000, Answers = 0, MaxPayload = ushort.MaxValue };
        }

        plan = plan with { IsPolled = plan.Fault is not (LinkFault.HalfOpen or LinkFault.Disposed) && random.Next(4) == 0 };
        bool isAnyTransport = !plan.HasCppClient && !plan.HasCppServer && !plan.IsPolled && plan.Fault != LinkFault.Disposed;
        plan = plan with
        {
            Transport = isAnyTransport ? (LinkTransport)random.Next(Enum.GetValues<LinkTransport>().Length) : LinkTransport.Tcp,
            IsFaultInAnswers = plan.IsFaultInAnswers && plan.Answers > 0,
        };
        long bytes = plan.Bytes(!plan.IsFaultInAnswers, plan.IsFaultInAnswers ? plan.Answers : plan.Packets);
        return plan with { FaultAt = (long)(random.NextDouble() * random.NextDouble() * bytes) };
    }

    public SoakPacket Packet(bool isToServer, uint index) => new(Number, isToServer, index, Answers, MaxPayload, EndsLast);

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

    private static uint Count(Random random) => (uint)random.Next(random.Next(4) switch
    {
        0 => 10,
        1 => 10_000,
        _ => 2000,
    });
}

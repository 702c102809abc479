namespace Codec.Soak;

/// <summary>The account of one end of a link: the packets that it accepted for sending, and those that it received.</summary>
internal sealed class LinkEnd(LinkPlan plan, bool isClient)
{
    public LinkPlan Plan => plan;
    public bool IsClient => isClient;
    public uint ToSend => isClient ? plan.Packets : plan.Answers;
    public bool IsCpp => isClient ? plan.HasCppClient : plan.HasCppServer;

    /// <summary>Gets whether the end reports its unsent packets: all but a <see cref="PacketClient"/>.</summary>
    public bool IsConnection => !isClient || !plan.IsPolled || plan.HasCppClient;

    public uint Accepted { get; set; }
    public long Unsent { get; set; }
    public uint Received { get; set; }
    public StreamEnd Ended { get; set; }
    public PacketCloseReason Reason { get; set; }
    public bool HasTimedOut => Reason is PacketCloseReason.IdleTimeout or PacketCloseReason.HalfPacketTimeout;
    public string? Wrong { get; set; }

    /// <summary>Gets whether the end disposed its connection before it had sent everything, according to the plan.</summary>
    public bool HasDisposed { get; set; }

    public bool IsClosed { get; set; }
    public string State { get; set; } = "not connected";

    public bool Take(uint id, ReadOnlySpan<byte> payload)
    {
        SoakPacket expected = plan.Packet(!isClient, Received);
        if (!expected.Equals(id, payload))
        {
            Wrong ??= $"expected {expected}, and received id {id} with {payload.Length} bytes" +
                (payload.Length < SoakPacket.MinPayload ? "" : $", {SoakPacket.Read(id, payload)}");
            return false;
        }

        Received++;
        return true;
    }

    public override string ToString() =>
        $"{(isClient ? "client" : "server")}: {State}, accepted {Accepted} of {ToSend}, unsent {Unsent}, received {Received}, {Ended} {Reason} {Wrong}";
}

namespace Codec.Soak;

/// <summary>A connection between a client and a server, the relay between them, and the accounts of both ends.</summary>
internal sealed class Link(LinkPlan plan, Relay? relay, Broadcast? broadcast)
{
    public LinkPlan Plan => plan;

    public Relay? Relay => relay;

    public LinkEnd Client { get; } = new(plan, isClient: true);

    public LinkEnd Server { get; } = new(plan, isClient: false) { Broadcast = broadcast };

    /// <summary>Gets whether the plan's fault has started and can lose packets.</summary>
    public bool HasBroken => plan.Fault >= LinkFault.CutInPacket && (relay is { HasBegunFault: true } || Client.HasDisposed || Server.HasDisposed || HasTimedOut);

    // On a busy machine, a deadline of a second can expire before the fault starts.
    private bool HasTimedOut => Client.HasTimedOut || Server.HasTimedOut;

    public override string ToString() => $"link {plan.Number}, {plan}\n  {Client}\n  {Server}\n  {relay}";
}

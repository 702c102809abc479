namespace Codec.Soak;

/// <summary>A connection between a client and a server, the relay between them, and the accounts of both ends.</summary>
internal sealed class Link(LinkPlan plan, EndPoint server) : IDisposable
{
    public LinkPlan Plan => plan;
    public Relay Relay { get; } = new(plan, server);
    public LinkEnd Client { get; } = new(plan, isClient: true);
    public LinkEnd Server { get; } = new(plan, isClient: false);

    /// <summary>Gets whether the plan's fault has started and can lose packets. On a busy machine, a deadline of a second can expire before it starts.</summary>
    public bool HasBroken => plan.Fault >= LinkFault.CutInPacket
        && (Relay.HasBegunFault || Client.HasDisposed || Server.HasDisposed || Client.HasTimedOut || Server.HasTimedOut);

    public void Dispose() => Relay.Dispose();

    public override string ToString() => $"link {plan.Number}, {plan}\n  {Client}\n  {Server}\n  {Relay}";
}

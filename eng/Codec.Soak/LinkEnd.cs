using System;
using Codec.Transport;

namespace Codec.Soak;

/// <summary>The account of one end of a link: the packets that it accepted for sending, and those that it received.</summary>
internal sealed class LinkEnd(LinkPlan plan, bool isClient)
{
    public LinkPlan Plan => plan;

    public bool IsClient => isClient;

    /// <summary>Gets the number of packets that the end must send.</summary>
    public uint ToSend => isClient ? plan.Packets : plan.Answers;

    /// <summary>Gets whether the end runs in a C# program.</summary>
    public bool IsCSharp => isClient ? plan.HasCSharpClient : plan.HasCSharpServer;

    /// <summary>Gets whether the end is a <see cref="PacketConnection"/>, which reports its unsent packets.</summary>
    public bool IsConnection => IsCSharp && !(isClient && plan.IsMainThread);

    /// <summary>Gets the broadcast that sends the packets; null if the end sends them itself.</summary>
    public Broadcast? Broadcast { get; init; }

    /// <summary>Gets the number of packets that were accepted for sending.</summary>
    public uint Accepted { get; set; }

    /// <summary>Gets the number of accepted packets that were reported as unsent.</summary>
    public long Unsent { get; set; }

    /// <summary>Gets the number of packets that were received. Each of them was the expected one.</summary>
    public uint Received { get; set; }

    public StreamEnd Ended { get; set; }

    /// <summary>Gets the exception that ended the received packets; null if they ended after a whole packet.</summary>
    public Exception? Failure { get; set; }

    /// <summary>Gets the reason why the connection was closed.</summary>
    public PacketCloseReason Reason { get; set; }

    /// <summary>Gets whether a deadline closed the connection.</summary>
    public bool HasTimedOut => Reason is PacketCloseReason.IdleTimeout or PacketCloseReason.HalfPacketTimeout;

    /// <summary>Gets the errors that occurred.</summary>
    public string? Wrong { get; set; }

    /// <summary>Gets whether the end disposed its connection before it had sent everything, according to the plan.</summary>
    public bool HasDisposed { get; set; }

    /// <summary>Gets whether the end has closed its connection, or never had one.</summary>
    public bool IsClosed { get; set; }

    /// <summary>Gets the current activity of the end, or what it waits for.</summary>
    public string State { get; set; } = "not connected";

    /// <summary>Counts a received packet.</summary>
    /// <returns>Whether it is the expected packet.</returns>
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
        $"{(isClient ? "client" : "server")}: {State}, accepted {Accepted} of {ToSend}, unsent {Unsent}, received {Received}, {Ended} {Reason} {Wrong}" +
        (Failure is null ? "" : $" ({Failure})");
}

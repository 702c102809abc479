namespace Codec.Soak;

/// <summary>Compares the accounts of both ends of a link with each other and with the counts of its relay.</summary>
internal static class LinkCheck
{
    // The maximum size of packets that are written together: a block, or one larger packet. A failed write may have passed the first ones to the
    // system.
    private const long LargestWrite = 64 * 1024 + ushort.MaxValue + 4;

    // The maximum number of bytes in the systems' socket buffers between an end and the relay (tcp_wmem and the relay's own).
    private const long LargestSystemBuffers = 8 * 1024 * 1024;

    public static IEnumerable<string> Problems(Link link) =>
    [
        .. new[] { link.Client.Wrong, link.Server.Wrong }.OfType<string>(),
        .. (link.HasBroken ? AfterFault(link, link.Client, link.Server, link.Relay.FromClient) : WithoutFault(link.Client, link.Server)).Select(what => $"to the server: {what}"),
        .. (link.HasBroken ? AfterFault(link, link.Server, link.Client, link.Relay.FromServer) : WithoutFault(link.Server, link.Client)).Select(what => $"to the client: {what}"),
        .. new[] { link.Client, link.Server }.Where(end => link is { HasBroken: true, Plan.Fault: LinkFault.HalfOpen } && HasMissedDeadline(end))
            .Select(end => $"the peer was silent, but the connection was closed with {end.Reason}"),
    ];

    private static IEnumerable<string> WithoutFault(LinkEnd sender, LinkEnd receiver)
    {
        if (sender.Accepted != sender.ToSend || sender.Unsent != 0 || receiver.Received != sender.Accepted || receiver.Ended != StreamEnd.Completed)
        {
            yield return $"nothing was to be lost, but of {sender.ToSend} packets {sender.Accepted} were accepted, {sender.Unsent} unsent and " +
                $"{receiver.Received} received, and the stream is {receiver.Ended}";
        }
    }

    private static IEnumerable<string> AfterFault(Link link, LinkEnd sender, LinkEnd receiver, RelayPump pump)
    {
        LinkPlan plan = link.Plan;
        long handedOver = sender.Accepted - sender.Unsent;
        if (receiver.Received > sender.Accepted || handedOver < 0 || sender.Unsent < 0)
        {
            yield return $"{sender.Accepted} packets were accepted, {sender.Unsent} reported as unsent, and {receiver.Received} received";
            yield break;
        }

        // The peer reads everything that the system has received, unless C++ resets the connection because packets are unsent.
        if (plan.Fault == LinkFault.Disposed && receiver.Received < handedOver && !(sender.IsCpp && receiver.Ended == StreamEnd.Failed))
        {
            yield return $"{sender.Accepted} packets were accepted and {sender.Unsent} reported as unsent, but {receiver.Received} were received";
        }

        if (sender.IsConnection && plan.Bytes(sender.IsClient, receiver.Received) - plan.Bytes(sender.IsClient, handedOver) > LargestWrite)
        {
            yield return $"{sender.Unsent} of {sender.Accepted} packets were reported as unsent, but {receiver.Received} were received: more than one write has";
        }

        if (plan.Transport != LinkTransport.Tcp)
        {
            yield break;
        }

        (uint whole, bool isWhole) = plan.Whole(sender.IsClient, pump.Forwarded);
        StreamEnd expected = isWhole ? StreamEnd.Completed : StreamEnd.Truncated;

        // A server that received no packet does not know the link of its connection.
        bool isCut = pump.IsCutWithEnd && (receiver.IsClient || whole > 0);
        if (receiver.Received > whole || (isCut && (receiver.Received != whole || receiver.Ended != expected)))
        {
            yield return $"{receiver.Received} packets were received and the stream is {receiver.Ended}, but the {pump.Forwarded} bytes that were " +
                $"forwarded have {whole} packets, and {expected} must follow if they were cut";
        }

        if (plan.Bytes(sender.IsClient, handedOver) > pump.Taken + LargestSystemBuffers)
        {
            yield return $"{handedOver} packets were handed over, but the relay has seen only {pump.Taken} bytes";
        }
    }

    // A server learns the link of its connection from the first packet. Only the one for TCP has deadlines. A connection in C++ that closes has only the
    // timeout of closing, which ends it locally.
    private static bool HasMissedDeadline(LinkEnd end) =>
        end is { IsConnection: true, State: "closed", HasTimedOut: false } && (end.IsClient || (end.Plan.Transport == LinkTransport.Tcp && end.Received > 0))
        && !(end.Ended == StreamEnd.Completed && end.Accepted == end.ToSend && (end.Unsent == 0 || (end.IsCpp && end.Reason == PacketCloseReason.Local)));
}

using System.Collections.Generic;

namespace Codec.Soak;

/// <summary>Compares the accounts of both ends of a link with each other and with the counts of its relay.</summary>
internal static class LinkCheck
{
    // The maximum size of packets that are written together: a block, or one larger packet. A failed write may have passed the first ones to the
    // system.
    private const long LargestWrite = 64 * 1024 + ushort.MaxValue + 4;

    // The maximum number of bytes in the systems' socket buffers between an end and the relay (tcp_wmem and the relay's own).
    private const long LargestSystemBuffers = 8 * 1024 * 1024;

    /// <summary>Returns the errors.</summary>
    public static IEnumerable<string> Problems(Link link, RoundEnvironment environment)
    {
        foreach (LinkEnd end in new[] { link.Client, link.Server })
        {
            if (end.Wrong is not null)
            {
                yield return end.Wrong;
            }
        }

        foreach (string problem in Problems(link, link.Client, link.Server, link.Relay?.FromClient))
        {
            yield return "to the server: " + problem;
        }

        foreach (string problem in Problems(link, link.Server, link.Client, link.Relay?.FromServer))
        {
            yield return "to the client: " + problem;
        }

        // On a busy machine, the relay ends the link before the deadline is noticed.
        if (link.HasBroken && link.Plan.Fault is LinkFault.HalfOpen or LinkFault.GivenUp && environment != RoundEnvironment.BusyThreadPool)
        {
            foreach (string problem in DeadlineProblems(link))
            {
                yield return problem;
            }
        }
    }

    private static IEnumerable<string> Problems(Link link, LinkEnd sender, LinkEnd receiver, RelayPump? pump)
    {
        LinkPlan plan = link.Plan;
        long handedOver = sender.Accepted - sender.Unsent;
        if (receiver.Received > sender.Accepted)
        {
            yield return $"{receiver.Received} packets were received, and only {sender.Accepted} accepted";
        }

        if (handedOver < 0 || sender.Unsent < 0)
        {
            yield return $"{sender.Unsent} of {sender.Accepted} packets were reported as unsent";
            yield break;
        }

        if (!link.HasBroken)
        {
            if (sender.Accepted != sender.ToSend || sender.Unsent != 0 || receiver.Received != sender.Accepted || receiver.Ended != StreamEnd.Completed)
            {
                yield return $"nothing was to be lost, but of {sender.ToSend} packets {sender.Accepted} were accepted, {sender.Unsent} unsent and " +
                    $"{receiver.Received} received, and the stream is {receiver.Ended}";
            }

            yield break;
        }

        // The peer reads everything that the system has received.
        if (plan.Fault is LinkFault.GivenUp or LinkFault.Disposed && receiver.Received < handedOver)
        {
            yield return $"{sender.Accepted} packets were accepted and {sender.Unsent} reported as unsent, but {receiver.Received} were received";
        }

        if (pump is not null && plan.Transport == LinkTransport.Tcp)
        {
            (uint whole, bool isWhole) = plan.Whole(sender.IsClient, pump.Forwarded);
            if (receiver.Received > whole)
            {
                yield return $"{receiver.Received} packets were received, and the {pump.Forwarded} bytes that were forwarded have {whole}";
            }

            StreamEnd expected = isWhole ? StreamEnd.Completed : StreamEnd.Truncated;
            if (pump.IsCutWithEnd && (receiver.Received != whole || receiver.Ended != expected) && IsKnown(receiver, whole))
            {
                yield return $"{receiver.Received} packets were received and the stream is {receiver.Ended}, but the {pump.Forwarded} bytes that were " +
                    $"forwarded have {whole} packets and {expected} must follow";
            }

            if (plan.Bytes(sender.IsClient, handedOver) > pump.Taken + LargestSystemBuffers)
            {
                yield return $"{handedOver} packets were handed over, but the relay has seen only {pump.Taken} bytes";
            }
        }

        if (sender.IsConnection && plan.Bytes(sender.IsClient, receiver.Received) - plan.Bytes(sender.IsClient, handedOver) > LargestWrite)
        {
            yield return $"{sender.Unsent} of {sender.Accepted} packets were reported as unsent, but {receiver.Received} were received: more than one write has";
        }
    }

    // A server that received no packet does not know the link of its connection. A main thread's client that closed by itself stopped reading.
    private static bool IsKnown(LinkEnd receiver, uint whole) => receiver.IsClient || whole > 0;

    // While a broadcast waits for other connections, nothing is written.
    private static bool IsIdle(LinkEnd end) => end.Broadcast is not null && end.Accepted < end.ToSend;

    private static IEnumerable<string> DeadlineProblems(Link link)
    {
        foreach (LinkEnd end in new[] { link.Client, link.Server })
        {
            // A server learns the link of its connection from the first packet.
            bool hasDeadline = end.IsConnection && (end.IsClient || (link.Plan is { Fault: LinkFault.HalfOpen, Transport: LinkTransport.Tcp } && end.Received > 0));
            bool hasEnded = end.Ended == StreamEnd.Completed && (IsIdle(end) || (end.Accepted == end.ToSend && end.Unsent == 0));
            if (hasDeadline && !hasEnded && end.State == "closed" && !end.HasTimedOut)
            {
                yield return $"the peer was silent, but the connection was closed with {end.Reason}";
            }
        }
    }
}

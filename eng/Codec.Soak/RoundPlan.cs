using System;
using System.Collections.Generic;
using System.Linq;

namespace Codec.Soak;

/// <summary>The plan of a round, which is derived from its seed.</summary>
internal sealed class RoundPlan
{
    private const int FewestLinks = 24;
    private const int MostLinks = 40;
    private const int StartsWithin = 500;
    private const int LinksOfPhase = 4;
    private const uint BroadcastNumber = 1_000_000;

    // The maximum size of the bytes that a server sends for the handshake of TLS or of a WebSocket. A server learns the link of its connection from
    // the first packet, so the faults of a broadcast are later.
    private const int Handshake = 10_000;

    private static readonly int[] PayloadLimits = [SoakPacket.MinPayload, 300, 5000, ushort.MaxValue];
    private static readonly int[] SendLimits = [2000, 64 * 1024, 1024 * 1024];

    private static readonly LinkFault[] BroadcastFaults =
    [
        LinkFault.None, LinkFault.RandomPieces, LinkFault.StalledRelay, LinkFault.StalledReader, LinkFault.CancelledWaits,
        LinkFault.CutInPacket, LinkFault.Reset, LinkFault.HalfOpen, LinkFault.Disposed,
    ];

    private RoundPlan(int seed, RoundEnvironment environment, IReadOnlyList<LinkPlan> links, LinkPlan datagrams)
    {
        Seed = seed;
        Environment = environment;
        Links = links;
        Datagrams = datagrams;
    }

    public int Seed { get; }

    public RoundEnvironment Environment { get; }

    public IReadOnlyList<LinkPlan> Links { get; }

    /// <summary>Gets the plan of the packets that are sent in datagrams.</summary>
    public LinkPlan Datagrams { get; }

    private static int Environments => Enum.GetValues<RoundEnvironment>().Length;

    /// <summary>Returns the round of a seed.</summary>
    public static RoundPlan From(int seed)
    {
        Random random = new(seed);
        RoundEnvironment environment = (RoundEnvironment)(seed % Environments);
        int count = random.Next(FewestLinks, MostLinks + 1);
        List<LinkPlan> links = [.. Enumerable.Range(1, count).Select(number => MakeLink((uint)number, random))];
        AddBroadcast(links, random);
        AddReconnectingClient(links, random);
        LinkPlan datagrams = new()
        {
            Number = (uint)links.Count + 1,
            Packets = 1 + Count(random),
            Answers = Count(random),
            MaxPayload = Math.Min(Pick(PayloadLimits, random), DatagramEnd.MaxPayload),
            Seed = random.Next(int.MaxValue / 2),
        };
        if (environment == RoundEnvironment.FewDescriptors)
        {
            AddLinksAroundExhaustion(links);
        }

        return new RoundPlan(seed, environment, links, datagrams);
    }

    /// <summary>Returns a random seed of a round with an environment.</summary>
    public static int SeedFor(RoundEnvironment environment, Random random) =>
        (random.Next(int.MaxValue / Environments) * Environments) + (int)environment;

    /// <summary>
    /// Returns a round that uses every feature once, without faults. After it, everything that is started once and kept has been started.
    /// </summary>
    public static RoundPlan WarmUp()
    {
        LinkPlan plan = new() { Number = 0, Packets = 3000, Answers = 3000, MaxPayload = ushort.MaxValue };
        LinkPlan[] links =
        [
            .. Enum.GetValues<LinkEnds>().Select(ends => plan with { Ends = ends }),
            .. Enum.GetValues<LinkTransport>().Select(transport => plan with { Transport = transport }),
            plan with { IsMainThread = true },
            plan with { Fault = LinkFault.CancelledWaits },
            plan with { Fault = LinkFault.Drip },
            plan with { Fault = LinkFault.CutInPacket, FaultAt = 100_000 },
            plan with { Broadcast = BroadcastNumber },
            plan with { Broadcast = BroadcastNumber },
            plan with { IsMainThread = true, ReconnectingClient = 1 },
            plan with { IsMainThread = true, ReconnectingClient = 1 },
        ];
        return new RoundPlan(
            0, RoundEnvironment.None, [.. links.Select((link, index) => link with { Number = (uint)index + 1 })], plan with { Packets = 100, Answers = 100, MaxPayload = 300 });
    }

    private static void AddLinksAroundExhaustion(List<LinkPlan> links)
    {
        foreach (LinkPhase phase in (LinkPhase[])[LinkPhase.BeforeExhaustion, LinkPhase.DuringExhaustion, LinkPhase.AfterExhaustion])
        {
            for (int i = 0; i < LinksOfPhase; i++)
            {
                links.Add(new LinkPlan
                {
                    Number = (uint)links.Count + 1,
                    Phase = phase,
                    Ends = phase == LinkPhase.DuringExhaustion ? LinkEnds.CppToCSharp : LinkEnds.CSharpToCSharp,
                    Fault = phase == LinkPhase.BeforeExhaustion ? LinkFault.Bursts : LinkFault.None,
                    Packets = 10_000,
                    Answers = 10_000,
                    MaxPayload = 5000,
                });
            }
        }
    }

    private static LinkPlan MakeLink(uint number, Random random)
    {
        LinkPlan plan = new()
        {
            Number = number,
            Ends = (LinkEnds)random.Next(Enum.GetValues<LinkEnds>().Length),
            Fault = (LinkFault)random.Next(Enum.GetValues<LinkFault>().Length),
            IsFaultInAnswers = random.Next(2) == 0,
            Packets = 1 + Count(random),
            Answers = Count(random),
            MaxPayload = Pick(PayloadLimits, random),
            SendLimit = Pick(SendLimits, random),
            StartDelay = random.Next(StartsWithin),
            Seed = random.Next(int.MaxValue / 2),
        };
        bool isMainThread = random.Next(4) == 0;
        LinkTransport transport = (LinkTransport)random.Next(Enum.GetValues<LinkTransport>().Length);
        switch (plan.Fault)
        {
            case LinkFault.GivenUp or LinkFault.Disposed:
                // If a client sends and closes, its peer must not have sent bytes that the client did not read: the system would discard packets.
                plan = plan with
                {
                    Ends = random.Next(2) == 0 ? LinkEnds.CSharpToCSharp : LinkEnds.CSharpToCpp,
                    Packets = plan.Packets + 2000,
                    MaxPayload = ushort.MaxValue,
                    Answers = 0,
                };
                break;
            case LinkFault.HalfOpen or LinkFault.CancelledWaits or LinkFault.StalledReader when plan.Ends == LinkEnds.CppToCpp:
                plan = plan with { Ends = LinkEnds.CSharpToCSharp };
                break;
        }

        if (plan.Fault is LinkFault.HalfOpen or LinkFault.GivenUp or LinkFault.Disposed || !plan.HasCSharpClient)
        {
            isMainThread = false;
        }

        plan = plan with
        {
            IsMainThread = isMainThread,
            Transport = plan.Ends == LinkEnds.CSharpToCSharp && !isMainThread && plan.Fault is not (LinkFault.GivenUp or LinkFault.Disposed) ? transport : LinkTransport.Tcp,
            IsFaultInAnswers = plan.IsFaultInAnswers && plan.Answers > 0,
        };
        return plan with { FaultAt = FaultAt(plan, random) };
    }

    // The server's connections send the same packets. Some of them fail.
    private static void AddBroadcast(List<LinkPlan> links, Random random)
    {
        uint answers = 1 + Count(random);
        int maxPayload = Pick(PayloadLimits, random);
        int count = random.Next(2, 9);
        for (int i = 0; i < count; i++)
        {
            LinkPlan plan = new()
            {
                Number = (uint)links.Count + 1,
                Broadcast = BroadcastNumber,
                Transport = (LinkTransport)random.Next(Enum.GetValues<LinkTransport>().Length),
                Fault = Pick(BroadcastFaults, random),
                IsFaultInAnswers = true,
                Answers = answers,
                MaxPayload = maxPayload,
                StartDelay = random.Next(StartsWithin),
                Seed = random.Next(int.MaxValue / 2),
            };
            links.Add(plan with { FaultAt = Handshake + FaultAt(plan, random) });
        }
    }

    // Between the connections of the client, its server is away.
    private static void AddReconnectingClient(List<LinkPlan> links, Random random)
    {
        int count = random.Next(2, 6);
        for (int i = 0; i < count; i++)
        {
            LinkPlan plan = new()
            {
                Number = (uint)links.Count + 1,
                ReconnectingClient = 1,
                IsMainThread = true,
                Fault = (LinkFault)random.Next((int)LinkFault.Reset + 1),
                Packets = 1 + (uint)random.Next(2000),
                Answers = (uint)random.Next(2000),
                MaxPayload = Pick(PayloadLimits, random),
                StartDelay = random.Next(2 * StartsWithin),
                Seed = random.Next(int.MaxValue / 2),
            };
            plan = plan with { IsFaultInAnswers = plan.Answers > 0 && random.Next(2) == 0 };
            links.Add(plan with { FaultAt = FaultAt(plan, random) });
        }
    }

    private static long FaultAt(LinkPlan plan, Random random)
    {
        bool isToServer = !plan.IsFaultInAnswers;
        return (long)(random.NextDouble() * random.NextDouble() * plan.Bytes(isToServer, isToServer ? plan.Packets : plan.Answers));
    }

    private static uint Count(Random random) => (uint)random.Next(random.Next(4) switch
    {
        0 => 10,
        1 => 10_000,
        _ => 2000,
    });

    private static T Pick<T>(T[] values, Random random) => values[random.Next(values.Length)];
}

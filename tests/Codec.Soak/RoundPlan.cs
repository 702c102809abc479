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

    private static readonly int[] PayloadLimits = [SoakPacket.MinPayload, 300, 5000, ushort.MaxValue];
    private static readonly int[] SendLimits = [2000, 64 * 1024, 1024 * 1024];

    private RoundPlan(int seed, RoundEnvironment environment, IReadOnlyList<LinkPlan> links)
    {
        Seed = seed;
        Environment = environment;
        Links = links;
    }

    public int Seed { get; }

    public RoundEnvironment Environment { get; }

    public IReadOnlyList<LinkPlan> Links { get; }

    private static int Environments => Enum.GetValues<RoundEnvironment>().Length;

    /// <summary>Returns the round of a seed.</summary>
    public static RoundPlan From(int seed)
    {
        Random random = new(seed);
        RoundEnvironment environment = (RoundEnvironment)(seed % Environments);
        int count = random.Next(FewestLinks, MostLinks + 1);
        List<LinkPlan> links = [.. Enumerable.Range(1, count).Select(number => MakeLink((uint)number, random))];
        if (environment == RoundEnvironment.FewDescriptors)
        {
            AddLinksAroundExhaustion(links);
        }

        return new RoundPlan(seed, environment, links);
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
        ];
        return new RoundPlan(0, RoundEnvironment.None, [.. links.Select((link, index) => link with { Number = (uint)index + 1 })]);
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
        bool isToServer = !plan.IsFaultInAnswers;
        return plan with { FaultAt = (long)(random.NextDouble() * random.NextDouble() * plan.Bytes(isToServer, isToServer ? plan.Packets : plan.Answers)) };
    }

    private static uint Count(Random random) => (uint)random.Next(random.Next(4) switch
    {
        0 => 10,
        1 => 10_000,
        _ => 2000,
    });

    private static int Pick(int[] values, Random random) => values[random.Next(values.Length)];
}

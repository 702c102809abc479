using Codec.Cli.Check;
using Codec.Sessions;
using Codec.Tests.Schema.Evolution;

namespace Codec.Tests.Schema;

/// <summary>Tests that a server with any revision of a random schema decides about another one what <c>codec check</c> says about them.</summary>
internal sealed partial class SchemaHistoryTests : TestFolderFixture
{
    private const int Revisions = 5;

    [Test]
    public async Task Clients_of_each_revision_are_accepted_exactly_if_check_finds_no_break()
    {
        int first = RandomCases.Seed() & 0xFFFF;
        Revision[][] histories = [.. Enumerable.Range(first, RandomCases.Count("CODEC_SCHEMA_HISTORIES", 100)).Select(History)];

        // All lists at once, because a compilation takes long.
        Assembly releases = InMemoryCompilation.Load("releases", histories.SelectMany(history => history.Select(server => WriteReleases(history, server))).ToList());
        Dictionary<(bool IsOlder, bool IsAccepted), int> counts = [];
        foreach (Revision[] history in histories)
        {
            foreach (Revision server in history)
            {
                PacketSessionOptions accepting = new() { IsServer = true, Protocol = server.Protocol, Releases = ReleasesOf(releases, server) };
                foreach (Revision client in history)
                {
                    // A release is known by its protocol, so check is asked about the last one with it. A later client may have gone back to one.
                    // Equal protocols are accepted, although check also compares types that no packet has.
                    bool isOlder = client.Number <= server.Number;
                    Revision? known = history.Take(server.Number + 1).LastOrDefault(revision => revision.Protocol == client.Protocol);
                    bool isExpected = known is not null && (known.Protocol == server.Protocol || Breaks(known, server).Length == 0);
                    bool isAccepted = accepting.FindMismatch(client.Protocol, "") is null;
                    Assert.That(isAccepted, Is.EqualTo(isExpected), $"{client.Text}\nand\n{server.Text}\n{string.Join('\n', Breaks(client, server).AsEnumerable())}");
                    counts[(isOlder, isAccepted)] = counts.GetValueOrDefault((isOlder, isAccepted)) + 1;
                }
            }
        }

        await TestContext.Out.WriteLineAsync(string.Join(", ", counts));
        Assert.That(counts[(true, true)] - (Revisions * histories.Length), Is.Positive, "accepted older revisions");
        Assert.That(counts[(true, false)], Is.Positive, "refused older revisions");
    }

    /// <summary>Returns a random schema whose tables are packets, and later revisions of it.</summary>
    private static Revision[] History(int seed)
    {
        Random random = new(seed);
        RandomSchema schema = new(seed);
        List<(string Text, string[] Attributes)> texts =
            [(schema.Text, [.. Enumerable.Range(1, schema.Model.Tables.Count).Select(id => FormattableString.Invariant($"packet_id: {id}"))])];
        List<Revision> history = [];
        while (history.Count < Revisions)
        {
            int number = history.Count;
            if (number > 0)
            {
                (string text, string[] attributes) = texts[^1];
                attributes = [.. attributes];
                int table = random.Next(attributes.Length);
                text = random.Next(12) switch
                {
                    // These break nothing, or nothing at the first time.
                    < 3 => SchemaChanges.AddField(text, table).Replace("  added:", FormattableString.Invariant($"  added{number}:"), StringComparison.Ordinal),
                    3 => SchemaChanges.Reorder(text),
                    4 => text + FormattableString.Invariant($"struct New{number} {{\n  x:int;\n}}\n"),
                    5 => Changed(attributes[table] += FormattableString.Invariant($", packet_max_size: {1000 * random.Next(1, 60)}")),

                    // These break peers, if they change anything.
                    6 => Changed(attributes[table] = FormattableString.Invariant($"packet_id: {100 + number}")),
                    7 => Changed(attributes[table] += ", packet_direction: \"" + (random.Next(2) == 0 ? "client" : "server") + "\""),
                    8 => Changed(attributes[table] = attributes.Count(attribute => attribute.StartsWith("packet_id", StringComparison.Ordinal)) > 1 ? "" : attributes[table]),
                    9 => text.Replace("12345.678", "12345.679", StringComparison.Ordinal),
                    10 => AddedField().Replace(text, "", 1),

                    // A bad release is taken back.
                    _ => Changed((text, attributes) = texts[random.Next(texts.Count)]),
                };
                texts.Add((text, attributes));

                string Changed<T>(T _) => text;
            }

            string path = FormattableString.Invariant($"h{seed}r{number}.fbs");
            string packets = Packets(texts[^1].Text, texts[^1].Attributes);
            if (SchemaText.Compile([("packets.fbs", Repository.Read("schemas/packets.fbs")), (path, packets)], [path]).Model is { } model)
            {
                history.Add(new Revision(path, number, packets, model));
            }
            else
            {
                // Without a field in the middle, the ids of a table can have a gap.
                texts.RemoveAt(texts.Count - 1);
            }
        }

        return [.. history];
    }

    private static string Packets(string text, string[] attributes) => "include \"packets.fbs\";\n" + Tables().Replace(text, match =>
    {
        // Of two equal attributes, only the last is kept.
        string[] kept = [.. attributes[int.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture)].Split(", ")
            .GroupBy(attribute => attribute.Split(':')[0]).Select(group => group.Last()).Where(attribute => attribute.Length > 0)];
        return kept.Length > 0 && kept[0].StartsWith("packet_id", StringComparison.Ordinal) ? $"table T{match.Groups[1].Value} ({string.Join(", ", kept)}) {{" : match.Value;
    });

    private static string[] Breaks(Revision old, Revision @new) =>
        [.. SchemaComparer.Compare(old.Model, @new.Model).Where(change => (change.Rule.Classes & BreakClasses.Wire) != 0).Select(change => change.ToString())];

    private string WriteReleases(Revision[] history, Revision server)
    {
        string path = InFolder("releases.cs");
        ReleaseList list = new(path, server.Path);
        foreach (Revision old in history.Take(server.Number))
        {
            list.Add(FormattableString.Invariant($"v{old.Number}"), old.Model, old.Path, SchemaComparer.Compare(old.Model, server.Model));
        }

        list.Write();
        return File.ReadAllText(path);
    }

    private static Dictionary<PacketProtocol, string> ReleasesOf(Assembly assembly, Revision server) =>
        (Dictionary<PacketProtocol, string>)assembly.GetType("Codec.Schemas.ProtocolReleases")!.GetField(ProtocolHashEmitter.Name(server.Path))!.GetValue(null)!;

    private sealed record Revision(string Path, int Number, string Text, SchemaModel Model)
    {
        internal PacketProtocol Protocol
        {
            get
            {
                (ulong toServer, ulong toClient) = ProtocolHash.OfDirections(Model, Path)!.Value;
                return new PacketProtocol(toServer, toClient);
            }
        }
    }

    [GeneratedRegex(@"^table T(\d+) \{", RegexOptions.Multiline)]
    private static partial Regex Tables();

    [GeneratedRegex(@"  added\d+:[^;]*;\n")]
    private static partial Regex AddedField();
}

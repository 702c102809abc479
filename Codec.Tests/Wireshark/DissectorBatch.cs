namespace Codec.Tests.Wireshark;

/// <summary>
/// Dissects the packets of several tests with one run of each version of Wireshark. A run starts when a test first reads its result. Everything must have
/// been added before that.
/// </summary>
internal sealed class DissectorBatch
{
    private readonly List<(GeneratedFile Dissector, byte[][] Packets, string[] Fields)> _parts = [];
    private readonly Dictionary<WiresharkHost, Lazy<Dictionary<string, string>[]>> _dissected;

    public DissectorBatch() => _dissected = Enum.GetValues<WiresharkHost>().ToDictionary(host => host, host => new Lazy<Dictionary<string, string>[]>(() => Dissect(host)));

    /// <summary>Adds packets of a schema. No other schema of the batch has the same name.</summary>
    /// <returns>A function that returns the values of the fields, for each packet.</returns>
    public Func<WiresharkHost, string[][]> Add(SchemaModel model, WiresharkOptions? options, IEnumerable<byte[]> packets, params string[] fields)
    {
        int first = _parts.Sum(part => part.Packets.Length);
        byte[][] all = [.. packets];
        _parts.Add((WiresharkEmitter.Emit(model, options ?? new WiresharkOptions()), all, fields));
        return host => [.. _dissected[host].Value.Skip(first).Take(all.Length).Select(values => Array.ConvertAll(fields, field => values[field]))];
    }

    private Dictionary<string, string>[] Dissect(WiresharkHost host)
    {
        string[] fields = [.. _parts.SelectMany(part => part.Fields).Distinct()];
        using DissectorRunner wireshark = DissectorRunner.Create(host, [.. _parts.Select(part => part.Dissector)]);
        IReadOnlyList<string[]> lines = wireshark.Fields(PcapngFile.OfPackets(_parts.Select(part => part.Packets)), "", fields);
        Assert.That(lines, Has.Count.EqualTo(_parts.Sum(part => part.Packets.Length)));
        return [.. lines.Select(line => fields.Zip(line).ToDictionary(pair => pair.First, pair => pair.Second))];
    }
}

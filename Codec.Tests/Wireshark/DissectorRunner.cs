namespace Codec.Tests.Wireshark;

/// <summary>Runs generated dissectors in a version of Wireshark. It has a folder for captures. A Lua error fails the test.</summary>
/// <remarks>
/// Tests share runs, because Wireshark needs longer to start than to dissect most captures. Each dissector therefore also has its own link type, which
/// <see cref="PcapngFile"/> uses.
/// </remarks>
internal abstract class DissectorRunner : IDisposable
{
    private const string ExpertMessages = "_ws.expert.message";

    private readonly string _folder = Directory.CreateTempSubdirectory("codec-wireshark").FullName;
    private readonly string _areLoaded;

    protected DissectorRunner(GeneratedFile[] scripts)
    {
        Scripts = [.. scripts.Select(script => Path.Combine(_folder, script.Name))];
        for (int i = 0; i < scripts.Length; i++)
        {
            File.WriteAllText(Scripts[i], $"{scripts[i].Text}DissectorTable.get(\"wtap_encap\"):add(wtap.USER{i + 1}, proto)\nProto(\"{Loaded(i)}\", \"{Loaded(i)}\")\n");
        }

        // Wireshark continues without a script that is missing or broken. A filter that names what the last line of each script declares is then an error.
        _areLoaded = string.Join(" && ", scripts.Select((_, i) => "!" + Loaded(i)));
    }

    /// <summary>Gets the preferences, such as the ports of a dissector.</summary>
    public Dictionary<string, string> Preferences { get; } = [];

    /// <summary>Gets or sets a TCP port and the protocol that dissects its packets, like the command <em>Decode As</em>. Only for tshark.</summary>
    public (int Port, string Protocol)? DecodeAs { get; set; }

    protected string[] Scripts { get; }

    public static DissectorRunner Create(WiresharkHost host, SchemaModel model, WiresharkOptions? options = null) =>
        Create(host, WiresharkEmitter.Emit(model, options ?? new WiresharkOptions()));

    public static DissectorRunner Create(WiresharkHost host, params GeneratedFile[] scripts)
    {
        if (host == WiresharkHost.Tshark)
        {
            ExternalProgram.Require("tshark");
            return new Tshark(scripts);
        }

        RandomCases.RequireCI();
        return new Wiregasm(Wiregasm.Install(), scripts);
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    /// <summary>Dissects a capture and returns the tree of each frame that passes a filter.</summary>
    public IReadOnlyList<XElement> Dissect(byte[] capture, string filter = "") => Successful(capture, filter, []).Trees;

    /// <summary>Returns the values of fields, for each frame that passes a filter.</summary>
    public IReadOnlyList<string[]> Fields(byte[] capture, string filter, params string[] fields)
    {
        // tshark fills only one of two equal columns.
        string[] others = [.. fields.Where(field => field != ExpertMessages), ExpertMessages];
        int[] columns = Array.ConvertAll(fields, field => Array.IndexOf(others, field));
        return [.. Successful(capture, filter, others).Values.Select(values => Array.ConvertAll(columns, column => values[column]))];
    }

    /// <summary>Returns why a run fails, or an empty string.</summary>
    public string ProblemsOf(byte[] capture) => Problems(Run(capture, "", [ExpertMessages]));

    /// <summary>Runs the program.</summary>
    /// <param name="capture">The path of the capture.</param>
    /// <param name="filter">A filter, which is not empty.</param>
    /// <param name="fields">The fields, or none for trees.</param>
    protected abstract Dissection Run(string capture, string filter, string[] fields);

    private static string Loaded(int script) => $"codec_loaded{script}";

    private static string Problems(Dissection dissection)
    {
        IEnumerable<string> shown = dissection.Values.Select(values => values[^1])
            .Concat(dissection.Trees.SelectMany(tree => tree.Descendants()).Select(item => (string?)item.Attribute("showname") ?? ""));
        return dissection.Problems.Length > 0 ? dissection.Problems : shown.FirstOrDefault(text => text.Contains("Lua Error", StringComparison.OrdinalIgnoreCase), "");
    }

    private Dissection Successful(byte[] capture, string filter, string[] fields)
    {
        Dissection dissection = Run(capture, filter, fields);
        Assert.That(Problems(dissection), Is.Empty);
        return dissection;
    }

    private Dissection Run(byte[] capture, string filter, string[] fields)
    {
        string path = Path.Combine(_folder, "capture");
        File.WriteAllBytes(path, capture);
        return Run(path, filter.Length == 0 ? _areLoaded : $"({filter}) && {_areLoaded}", fields);
    }
}

namespace Codec.Tests.Wireshark;

/// <summary>Runs dissectors in the Wireshark of eng/wireshark, which is compiled to WebAssembly.</summary>
internal sealed class Wiregasm(string tool, GeneratedFile[] scripts) : DissectorRunner(scripts)
{
    private static readonly Lazy<string> Tool = new(() => NodePackage.Install("wireshark", "@goodtools/wiregasm"));

    /// <summary>Installs the package, and returns the path of its folder.</summary>
    public static string Install()
    {
        ExternalProgram.Require("node", "npm");
        return Tool.Value;
    }

    protected override Dissection Run(string capture, string filter, string[] fields)
    {
        string job = Path.ChangeExtension(capture, ".json");
        File.WriteAllText(job, JsonSerializer.Serialize(new { scripts = Scripts, capture, filter, preferences = Preferences, fields }));
        using JsonDocument result = JsonDocument.Parse(ExternalProgram.RunSuccessfully("node", Path.Combine(tool, "dissect.mjs"), job));
        string problems = string.Join('\n', result.RootElement.GetProperty("problems").EnumerateArray());
        JsonElement[] frames = [.. result.RootElement.GetProperty("frames").EnumerateArray()];
        return fields.Length == 0
            ? new Dissection(problems, [], Array.ConvertAll(frames, Tree))
            : new Dissection(problems, [.. frames.Select(frame => frame.EnumerateArray().Select(value => value.GetString()!).ToArray())], []);
    }

    private static XElement Tree(JsonElement frame)
    {
        byte[][] sources = [.. frame.GetProperty("sources").EnumerateArray().Select(source => source.GetBytesFromBase64())];
        return new XElement("packet", Items(frame.GetProperty("tree"), sources));
    }

    // An item is [field, value, label, offset, size, data source, children].
    private static IEnumerable<XElement> Items(JsonElement items, byte[][] sources) => items.EnumerateArray().Select(item =>
    {
        int size = item[4].GetInt32();
        return new XElement(
            "field",
            new XAttribute("name", item[0].GetString()!),
            new XAttribute("show", Printable(item[1].GetString()!.Trim('"'))),
            new XAttribute("showname", Printable(item[2].GetString()!)),
            new XAttribute("size", size),
            new XAttribute("value", size == 0 ? "" : Convert.ToHexString(sources[item[5].GetInt32()].AsSpan(item[3].GetInt32(), size))),
            Items(item[6], sources));
    });

    // XML has no control characters.
    private static string Printable(string text) => string.Concat(text.Select(c => c < ' ' ? ' ' : c));
}

namespace Codec.Tests.Wireshark;

/// <summary>Runs dissectors in the installed tshark.</summary>
internal sealed class Tshark(GeneratedFile[] scripts) : DissectorRunner(scripts)
{
    protected override Dissection Run(string capture, string filter, string[] fields)
    {
        (int exitCode, string output) = ExternalProgram.Run("tshark",
        [
            .. Scripts.SelectMany(script => (string[])["-X", "lua_script:" + script]), "-r", capture, "-Y", filter,
            .. Preferences.SelectMany(preference => (string[])["-o", $"{preference.Key}:{preference.Value}"]),
            .. DecodeAs is { } choice ? (string[])["-d", $"tcp.port=={choice.Port},{choice.Protocol}"] : [],
            "-T", fields.Length == 0 ? "pdml" : "fields", .. fields.SelectMany(field => (string[])["-e", field]),
        ]);
        if (exitCode != 0 || HasLuaError(output))
        {
            return new Dissection(output[Math.Max(0, output.IndexOf("Lua", StringComparison.Ordinal) - 500)..], [], []);
        }

        return fields.Length == 0 ? new Dissection("", [], [.. Trees(output)]) : new Dissection("", [.. Lines(output).Select(line => line.Split('\t'))], []);
    }

    private static bool HasLuaError(string output) =>
        output.Contains("Lua Error", StringComparison.OrdinalIgnoreCase) || output.Contains("lua:", StringComparison.Ordinal) || output.Contains(".lua:", StringComparison.Ordinal);

    private static IEnumerable<XElement> Trees(string output) =>
        XDocument.Parse(output[output.IndexOf("<?xml", StringComparison.Ordinal)..(output.IndexOf("</pdml>", StringComparison.Ordinal) + 7)]).Root!.Elements("packet");

    private static IEnumerable<string> Lines(string output) =>
        output.Split('\n').Where(line => line.Length > 0 && !line.StartsWith("Running as user", StringComparison.Ordinal));
}

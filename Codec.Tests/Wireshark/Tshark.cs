using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Xml.Linq;
using Codec.Schema;
using Codec.Schema.Model;
using Codec.Schema.Wireshark;
using NUnit.Framework;

namespace Codec.Tests.Wireshark;

/// <summary>Runs tshark with generated dissectors. It has a folder for captures. A Lua error fails the test.</summary>
/// <remarks>
/// Tests share runs, because tshark needs longer to start than to dissect most captures. Each dissector therefore also has its own link type, which
/// <see cref="PcapngFile"/> uses.
/// </remarks>
internal sealed class Tshark : IDisposable
{
    private readonly string _folder;
    private readonly string[] _scripts;

    public Tshark(SchemaModel model, WiresharkOptions? options = null)
        : this(WiresharkEmitter.Emit(model, options ?? new WiresharkOptions()))
    {
    }

    public Tshark(params GeneratedFile[] scripts)
    {
        ExternalProgram.Require("tshark");
        _folder = Directory.CreateTempSubdirectory("codec-wireshark").FullName;
        _scripts = [.. scripts.Select(script => Path.Combine(_folder, script.Name))];
        for (int i = 0; i < scripts.Length; i++)
        {
            File.WriteAllText(_scripts[i], scripts[i].Text + $"DissectorTable.get(\"wtap_encap\"):add(wtap.USER{i + 1}, proto)\n");
        }
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    /// <summary>Dissects a capture and returns each frame's PDML.</summary>
    public IReadOnlyList<XElement> Dissect(byte[] capture, params string[] arguments)
    {
        string output = Run(capture, ["-T", "pdml", .. arguments]);
        return [.. XDocument.Parse(output[output.IndexOf("<?xml", StringComparison.Ordinal)..(output.IndexOf("</pdml>", StringComparison.Ordinal) + 7)]).Root!.Elements("packet")];
    }

    /// <summary>Returns the values of fields, for each frame.</summary>
    public IReadOnlyList<string[]> Fields(byte[] capture, string[] arguments, params string[] fields) =>
        [.. Lines(Run(capture, [.. arguments, "-T", "fields", .. fields.SelectMany(field => (string[])["-e", field])])).Select(line => line.Split('\t'))];

    /// <summary>Runs tshark, and returns its output followed by its errors.</summary>
    public string Run(byte[] capture, params string[] arguments)
    {
        (int exitCode, string output) = Try(capture, arguments);
        Assert.That(exitCode, Is.Zero, output);
        Assert.That(HasLuaError(output), Is.False, () => output[Math.Max(0, output.IndexOf("Lua", StringComparison.Ordinal) - 500)..]);
        return output;
    }

    public (int ExitCode, string Output) Try(byte[] capture, params string[] arguments)
    {
        string path = Path.Combine(_folder, "capture");
        File.WriteAllBytes(path, capture);
        return ExternalProgram.Run("tshark", [.. _scripts.SelectMany(script => (string[])["-X", "lua_script:" + script]), "-r", path, .. arguments]);
    }

    public static bool HasLuaError(string output) =>
        output.Contains("Lua Error", StringComparison.OrdinalIgnoreCase) || output.Contains("lua:", StringComparison.Ordinal) || output.Contains(".lua:", StringComparison.Ordinal);

    private static IEnumerable<string> Lines(string output) =>
        output.Split('\n').Where(line => line.Length > 0 && !line.StartsWith("Running as user", StringComparison.Ordinal));
}

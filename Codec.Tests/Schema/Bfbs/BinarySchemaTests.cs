using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using System.Threading;
using Codec.Cli;
using Codec.Schema;
using Codec.Schema.Model;
using Codec.Tests.Interop;
using NUnit.Framework;

namespace Codec.Tests.Schema.Bfbs;

/// <summary>Compares binary schemas with those of flatc. Both are converted to JSON with reflection.fbs.</summary>
[TestFixture]
internal sealed partial class BinarySchemaTests
{
    private static readonly string[] Options = ["-b", "--schema", "--bfbs-comments", "--bfbs-builtins"];
    private static readonly string[] Includes = ["-I", Repository.PathOf("schemas"), "-I", Repository.PathOf("schemas", "coverage")];
    private static readonly string Reflection = Repository.PathOf("Codec.Tests", "Schema", "Bfbs", "reflection.fbs");

    private string _folder = "";

    private static IEnumerable<string> Files =>
    [
        .. Repository.Files("schemas", "*.fbs"), .. Repository.Files("Codec.Tests/GeneratedCode/Schemas", "*.fbs"), .. Repository.Files("Codec.Tests/Json", "*.fbs"),
        "Codec.Tests/Schema/Bfbs/reflection.fbs",
    ];

    [SetUp]
    public void MakeFolder() => _folder = Directory.CreateTempSubdirectory("codec-bfbs").FullName;

    [TearDown]
    public void RemoveFolder() => Directory.Delete(_folder, recursive: true);

    [TestCaseSource(nameof(Files))]
    public void Binary_schemas_equal_those_of_flatc_25(string file)
    {
        ExternalProgram.Require("flatc");
        string path = Repository.PathOf(file);
        FlatcTool.Run("flatc.mjs", ["-o", _folder, .. Options, "-I", "schemas", "-I", "schemas/coverage", file.StartsWith("schemas/", StringComparison.Ordinal) ? file : path]);
        JsonNode theirs = Json(File.ReadAllBytes(Path.Combine(_folder, Path.ChangeExtension(Path.GetFileName(file), ".bfbs"))));
        JsonNode ours = Json(Emit(Compile(SchemaText.Read(path)!)));

        // flatc runs in WebAssembly, and files outside of the repository's schemas have other paths there.
        if (!file.StartsWith("schemas/", StringComparison.Ordinal))
        {
            theirs.AsObject().Remove("fbs_files");
            ours.AsObject().Remove("fbs_files");
            Remove(theirs, "declaration_file");
            Remove(ours, "declaration_file");
        }

        RemoveLargeDefaults(ours);
        Assert.That(ours.ToJsonString(), Is.EqualTo(theirs.ToJsonString()));
    }

    [TestCase("union U:ubyte { A } table T { u:U; v:[U] (required); }")]
    [TestCase("union U:ushort { A } table T { u:U; v:[U] = []; }")]
    [TestCase("union U:int { A = -3, B:A = -2, C:A = 5 } table T { u:U (required); v:[U]; }")]
    [TestCase("union U:ulong { A = 18446744073709551615, B:A = 2 } table T { u:U; }")]
    public void Unions_with_a_type_equal_those_of_flatc_25_except_for_the_sizes_of_type_fields(string unions)
    {
        ExternalProgram.Require("flatc");
        string path = Path.Combine(_folder, "unions.fbs");
        string text = "table A { x:int; } " + unions;
        File.WriteAllText(path, text);
        FlatcTool.Run("flatc.mjs", ["-o", _folder, .. Options, path]);
        JsonNode theirs = Json(File.ReadAllBytes(Path.ChangeExtension(path, ".bfbs")));
        JsonNode ours = Json(Emit(Compile(new SchemaSource(path, text))));
        foreach (JsonNode root in (JsonNode[])[theirs, ours])
        {
            root.AsObject().Remove("fbs_files");
            Remove(root, "declaration_file");
            foreach (JsonObject type in Objects(root).Where(node => ((string?)node["name"])?.EndsWith("_type", StringComparison.Ordinal) == true).Select(node => node["type"]!.AsObject()))
            {
                type.Remove("base_size");
                type.Remove("element_size");
            }
        }

        Assert.That(ours.ToJsonString(), Is.EqualTo(theirs.ToJsonString()));
    }

    [Test]
    public void Binary_schemas_equal_those_of_the_installed_flatc()
    {
        ExternalProgram.Require("flatc");
        List<string> different = [];
        List<SchemaSource> sources = [.. Files.Select(file => SchemaText.Read(Repository.PathOf(file))!)];
        foreach (string name in SchemaCorpus.Names.Where(name => SchemaCorpus.Expected[name] is not null))
        {
            SchemaSource source = new(Path.Combine(_folder, $"section{sources.Count}.fbs"), SchemaCorpus.TextOf(name));
            File.WriteAllText(source.Path, source.Text);
            sources.Add(source);
        }

        // The installed flatc rejects schemas that use newer features.
        Dictionary<SchemaSource, byte[]> theirBinaries = CompileWithInstalledFlatc(sources);
        SchemaSource[] compared = [.. sources.Where(theirBinaries.ContainsKey)];
        JsonNode[] json = Json([.. compared.SelectMany(source => new[] { theirBinaries[source], Emit(Compile(source)) })]);
        foreach ((SchemaSource source, JsonNode[] pair) in compared.Zip(json.Chunk(2)))
        {
            (JsonNode theirs, JsonNode ours) = (pair[0], pair[1]);
            Normalize(theirs, theirs);
            Normalize(ours, ours);
            RemoveLargeDefaults(ours);
            if (ours.ToJsonString() != theirs.ToJsonString())
            {
                different.Add($"{source.Path}\n{source.Text}\n{ours.ToJsonString()}\n{theirs.ToJsonString()}");
            }
        }

        Assert.That(different, Is.Empty);
        Assert.That(compared, Has.Length.GreaterThan(60));
    }

    [Test]
    public void Binary_schemas_have_the_BFBS_identifier_and_the_name_of_their_schema()
    {
        SchemaModel model = SchemaText.Model(("a.fbs", "table A { x:int; }"), ("b.fbs", "include \"a.fbs\"; table B { a:A; }"));
        TargetFile[] files = [.. Bfbs.Emit(model, new TargetOptions())];
        Assert.That(files.Select(file => file.Name), Is.EqualTo((string[])["a.bfbs", "b.bfbs"]));
        Assert.That(files.Select(file => file.Content.Span.Slice(4, 4).ToArray()), Is.All.EqualTo("BFBS"u8.ToArray()));
        ExternalProgram.Require("flatc");
        Assert.That(Json(files[0].Content.ToArray())["objects"]!.AsArray(), Has.Count.EqualTo(1), "a file has the types that it sees");
        Assert.That(Json(files[1].Content.ToArray())["objects"]!.AsArray(), Has.Count.EqualTo(2));
    }

    [Test]
    public void Includes_may_nest_more_deeply_than_the_stack_allows()
    {
        const int Depth = 10_000;
        SchemaModel model = new()
        {
            Files = new EquatableArray<SchemaFile>(Enumerable.Range(0, Depth).Select(i => new SchemaFile
            {
                Path = $"{i}.fbs",
                IsRoot = i == 0,
                Includes = new EquatableArray<string>(i + 1 < Depth ? [$"{i + 1}.fbs"] : []),
            })),
            Enums = default,
            Unions = default,
            Structs = default,
            Tables = default,
            Packets = default,
            Services = default,
        };
        string? name = null;
        Thread thread = new(() => name = Bfbs.Emit(model, new TargetOptions()).Single().Name, 256 * 1024);
        thread.Start();
        thread.Join();
        Assert.That(name, Is.EqualTo("0.bfbs"));
    }

    private static Target Bfbs => Target.All.Single(target => target.Name == "bfbs");

    private static SchemaModel Compile(SchemaSource source)
    {
        string[] folders = [Repository.PathOf("schemas"), Repository.PathOf("schemas", "coverage"), Repository.PathOf("Codec.Tests", "Schema", "Corpus")];
        SchemaResult result = SchemaCompiler.Compile([source], SchemaText.Read, folders);
        return result.Model ?? throw new InvalidOperationException(SchemaText.Messages(result));
    }

    /// <summary>Returns the binary schemas of the sources that the installed flatc accepts.</summary>
    private Dictionary<SchemaSource, byte[]> CompileWithInstalledFlatc(IEnumerable<SchemaSource> sources)
    {
        string[] includes = [.. Includes, "-I", Repository.PathOf("Codec.Tests", "Schema", "Corpus")];
        Dictionary<SchemaSource, byte[]> binaries = [];

        // A run writes a file for each schema until one is rejected. Schemas with the same file name belong to different runs.
        List<SchemaSource> left = [.. sources];
        while (left.Count > 0)
        {
            SchemaSource[] run = [.. left.DistinctBy(OutputOf)];
            _ = ExternalProgram.Run("flatc", [.. Options, .. includes, "-o", _folder, .. run.Select(source => source.Path)]);
            int accepted = Array.FindIndex(run, source => !File.Exists(OutputOf(source))) is >= 0 and var rejected ? rejected : run.Length;
            foreach (SchemaSource source in run.Take(accepted))
            {
                binaries.Add(source, File.ReadAllBytes(OutputOf(source)));
                File.Delete(OutputOf(source));
            }

            left.RemoveAll(run.Take(accepted + 1).Contains);
        }

        return binaries;

        string OutputOf(SchemaSource source) => Path.Combine(_folder, Path.ChangeExtension(Path.GetFileName(source.Path), ".bfbs"));
    }

    private static byte[] Emit(SchemaModel model) => Bfbs.Emit(model, new TargetOptions()).Single().Content.ToArray();

    private JsonNode Json(byte[] binary) => Json([binary])[0];

    /// <summary>Returns the JSON of binary schemas, which one run of flatc converts.</summary>
    private JsonNode[] Json(IReadOnlyList<byte[]> binaries)
    {
        string[] paths = [.. binaries.Select((_, i) => Path.Combine(_folder, string.Create(CultureInfo.InvariantCulture, $"schema{i}.bin")))];
        foreach ((string path, byte[] binary) in paths.Zip(binaries))
        {
            File.WriteAllBytes(path, binary);
        }

        ExternalProgram.RunSuccessfully("flatc", ["--json", "--strict-json", "--raw-binary", "-o", _folder, Reflection, "--", .. paths]);
        return [.. paths.Select(path => Parse(File.ReadAllText(Path.ChangeExtension(path, ".json"))))];
    }

    private static JsonNode Parse(string json)
    {
        JsonNode root = JsonNode.Parse(BareNumber().Replace(json, "$1\"$2\""))!;

        // A missing vector is equivalent to an empty one.
        foreach (JsonObject node in Objects(root))
        {
            foreach (string name in (string[])["documentation", "attributes"])
            {
                if (node[name] is JsonArray { Count: 0 })
                {
                    node.Remove(name);
                }
            }
        }

        return root;
    }

    private static IEnumerable<JsonObject> Objects(JsonNode? node) => node switch
    {
        JsonObject item => item.Select(pair => pair.Value).ToArray().SelectMany(Objects).Prepend(item),
        JsonArray items => items.ToArray().SelectMany(Objects),
        _ => [],
    };

    private static void Remove(JsonNode root, string name)
    {
        foreach (JsonObject node in Objects(root).ToArray())
        {
            node.Remove(name);
        }
    }

    // Removes differences of flatc 2.0.8. It does not round the default of a float, keeps the number of a bool's default, marks structs and arrays in
    // structs as optional, has the size of an offset for a struct in a vector, and has other paths.
    private static void Normalize(JsonNode root, JsonNode all)
    {
        foreach (JsonObject node in Objects(root).Where(node => (bool?)node["is_struct"] == true).ToArray())
        {
            Remove(node, "optional");
        }

        foreach (JsonObject field in Objects(root).Where(node => (string?)node["type"]?["base_type"] == "Bool" && node["default_integer"] is not null))
        {
            field["default_integer"] = 1;
        }

        foreach (JsonObject field in Objects(root).Where(node => (string?)node["type"]?["base_type"] == "Float" && node["default_real"] is not null))
        {
            string text = field["default_real"]!.ToString();
            double value = text switch { "inf" => double.PositiveInfinity, "-inf" => double.NegativeInfinity, "nan" => double.NaN, _ => double.Parse(text, CultureInfo.InvariantCulture) };
            field["default_real"] = ((float)value).ToString("G6", CultureInfo.InvariantCulture);
        }

        Remove(all, "element_size");
        Remove(all, "declaration_file");
        all.AsObject().Remove("fbs_files");
    }

    // flatc writes 0 for defaults that exceed the maximum of a long.
    private static void RemoveLargeDefaults(JsonNode root)
    {
        foreach (JsonObject field in Objects(root).Where(node => (string?)node["type"]?["base_type"] == "ULong" && (long?)node["default_integer"] < 0).ToArray())
        {
            field.Remove("default_integer");
        }
    }

    [GeneratedRegex(@"(: )(nan|-?inf)\b")]
    private static partial Regex BareNumber();
}

using Microsoft.CodeAnalysis.Emit;

namespace Codec.Tests.Architecture;

/// <summary>Checks the statements of the documents and the solution about the repository.</summary>
public sealed partial class ReadmeTests
{
    private static IEnumerable<string> Documents() =>
        Repository.Files("docs", "*.md").Concat(["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "cpp/README.md"])
            .Concat(((string[])["Codec", "compiler", "packages", "tool", "unity"]).SelectMany(folder => Repository.Files(folder, "*.md")));

    [TestCaseSource(nameof(Documents))]
    public void Every_link_to_a_file_or_a_heading_resolves(string document) =>
        Assert.That(BrokenLinks(document, Repository.Read(document)), Is.Empty);

    [Test]
    public void The_solution_lists_exactly_the_existing_projects()
    {
        string[] named = SolutionProject().Matches(Repository.Read("Codec.sln"))
            .Select(match => match.Groups[1].Value.Replace('\\', '/')).Order().ToArray();
        Assert.That(named, Is.EqualTo(Repository.Files("", "*.csproj").Order()));
    }

    [Test]
    public void Pages_name_the_version_of_the_packages()
    {
        string version = Repository.Version;
        string[] named = [.. Documents().SelectMany(page => PackageVersion().Matches(Repository.Read(page)).Select(match => $"{page}: {match.Value}"))];
        Assert.That(named, Has.Length.GreaterThan(10));
        Assert.That(named, Has.All.EndsWith($"Version=\"{version}\"").Or.EndsWith($"codec {version[..version.LastIndexOf('.')]}"));
    }

    [TestCase("README.md")]
    [TestCase("docs/dotnet.md")]
    [TestCase("docs/hosting.md")]
    [TestCase("docs/messages.md")]
    [TestCase("docs/sending.md")]
    [TestCase("docs/sessions.md")]
    public void The_code_of_a_page_compiles_and_prints_the_output_that_the_page_shows(string page)
    {
        string[] shown = [.. ShownOutput().Matches(Repository.Read(page)).Select(match => match.Groups[1].Value)];
        Assert.That(shown, Is.Not.Empty);
        Assert.That(Run(Snippets(page, "csharp"), Snippets(page, "fbs")), Is.EqualTo(shown));
    }

    [Test]
    public void The_bytes_of_a_packet_are_the_ones_that_the_page_about_sending_shows()
    {
        const string Print = """Console.WriteLine($"// {string.Join(' ', bytes.Slice(0, 4))}, then the {bytes.Count - 4} bytes of the payload");""";
        string bytes = Run(Snippets("docs/sending.md", "csharp") + Print)[^1];
        Assert.That(bytes, Does.StartWith("// 48 "));
        Assert.That(Repository.Read("docs/sending.md"), Does.Contain($"   {bytes}\n"));
    }

    [Test]
    public void The_code_of_the_package_Codec_compiles() => Compile(
    [
        Snippets("Codec/README.md", "csharp"),
        """
        global using Codec.Dispatch;
        global using Codec.Transport;
        global using static Surroundings;
        internal static class Surroundings { public static PacketConnection connection => null!; }
        internal sealed class Player { public void Show(string? sender, string? text) { } }
        """,
        .. Generate(Snippets("compiler/Codec.SourceGenerator/README.md", "fbs")),
    ]);

    [Test]
    public void The_example_of_generated_code_compiles() => Compile(
    [
        Snippets("docs/generated-code.md", "csharp"),
        """
        global using System;
        global using System.Buffers;
        global using Codec.Dispatch;
        global using Codec.Framing;
        global using Codec.Packets;
        global using Codec.Payloads;
        global using static Surroundings;
        internal static class Surroundings
        {
            public static byte[] payload => [];
            public static PacketRoutes<Player> routes => new();
            public static void Use(uint id, ReadOnlySpan<byte> name, ReadOnlySpan<short> modifiers) { }
        }
        internal sealed class Player { public void Take(Inventory.View message) { } }
        """,
        .. Generate("include \"packets.fbs\";\n" + Snippets("docs/generated-code.md", "fbs")),
    ]);

    [Test]
    public void The_code_of_the_package_Codec_Streams_compiles() => Compile(
    [
        Snippets("packages/Codec.Streams/README.md", "csharp"),
        """
        global using System.IO;
        global using Codec.Streams;
        global using static Surroundings;
        internal static class Surroundings { public static byte[] bytes => []; public static Stream destination => Stream.Null; }
        """,
    ]);

    [Test]
    public void The_code_of_the_package_Codec_Capture_compiles() => Compile(
    [
        Snippets("packages/Codec.Capture/README.md", "csharp"),
        """
        global using System;
        global using Codec.Capture;
        global using Codec.Framing;
        global using static Surroundings;
        internal static class Surroundings { public static Packet packet => default; }
        """,
    ]);

    [TestCase("packages/Codec.FlatBuffers/README.md")]
    [TestCase("docs/flatbuffers.md")]
    public void The_code_with_flatc_compiles(string page) => Compile(
    [
        Snippets(page, "csharp"),
        """
        global using System;
        global using Codec.FlatBuffers;
        global using Codec.Interpreter;
        global using Game;
        global using static Surroundings;
        internal static class Surroundings
        {
            public static Codec.Transport.PacketConnection connection => null!;
            public static Google.FlatBuffers.FlatBufferBuilder builder => null!;
            public static Codec.Dispatch.PacketRoutes<Player> routes => null!;
            public static ArraySegment<byte> payload => default;
        }
        internal sealed class Player
        {
            public void MoveTo(Game.Move move) { }
            public System.Threading.Tasks.ValueTask SpawnAsync(string name, System.Threading.CancellationToken cancellationToken) => default;
        }
        """,
    ]);

    [TestCase("packages/Codec.Interpreter/README.md")]
    [TestCase("docs/json.md")]
    public void The_code_about_JSON_compiles_and_writes_the_text_that_the_page_shows(string page)
    {
        string schema = $"@\"{Repository.PathOf("schemas", "game.fbs")}\"";
        string json = Run(
            Snippets(page, "csharp").Replace("\"game.fbs\"", schema, StringComparison.Ordinal) + "System.Console.WriteLine(json);",
            "",
            $$$"""
            global using static Surroundings;
            internal static class Surroundings
            {
                public static byte[] payload => Codec.Interpreter.PayloadSchema.Load({{{schema}}})["Game.Chat"].FromJson("{\"channel\":\"Party\",\"sender\":\"Ann\",\"text\":\"hi\"}");
            }
            """)[^1];
        Assert.That(Repository.Read(page), Does.Contain($"   // {json}\n"));
    }

    [Test]
    public void The_code_about_connections_compiles() => Compile([Snippets("docs/transport.md", "csharp"), .. Generate(Snippets("docs/transport.md", "fbs"))]);

    /// <summary>These blocks are separate from the program of their page: they need other objects, or do not end.</summary>
    [TestCase("docs/sending.md", "public static Span<byte> span => default; public static System.Buffers.IBufferWriter<byte> bufferWriter => null!; public static Say say => null!;")]
    [TestCase("docs/dotnet.md", "public static PacketListener listener => null!; public static object routes => 1; public static CancellationTokenSource stop => null!; public static Task ServeAsync(PacketConnection accepted, object routes, CancellationToken stop) => Task.CompletedTask;")]
    [TestCase("docs/framing.md", "public static EndPoint endPoint => null!; public static PacketDispatcher<object> dispatcher => null!;")]
    public void The_code_beside_the_program_of_a_page_compiles(string page, string members) => Compile(
    [
        Snippets(page, "cs"),
        $$"""
        global using System;
        global using System.Collections.Generic;
        global using System.Net;
        global using System.Net.Sockets;
        global using System.Threading;
        global using System.Threading.Tasks;
        global using Codec.Dispatch;
        global using Codec.Framing;
        global using Codec.Packets;
        global using Codec.Transport;
        global using static Surroundings;
        internal static class Surroundings { {{members}} }
        """,
        .. Generate(Snippets("compiler/Codec.SourceGenerator/README.md", "fbs")),
    ]);

    [Test]
    public void The_code_for_Godot_compiles_against_a_stand_in()
    {
        const string Godot = """
            namespace Godot
            {
                public class Node
                {
                    public virtual void _EnterTree() { }
                    public virtual void _Process(double delta) { }
                    public virtual void _ExitTree() { }
                }

                public static class GD
                {
                    public static void Print(params object[] what) => System.Console.WriteLine(string.Concat(what));
                    private static void Main() { }
                }
            }
            """;
        Compile([Snippets("docs/godot.md", "csharp"), Godot, .. Generate(Snippets("docs/godot.md", "fbs"))]);
    }

    /// <summary>Returns the links of a document whose file or heading does not exist.</summary>
    private static string[] BrokenLinks(string document, string text)
    {
        string folder = Path.GetDirectoryName(Path.Combine(Repository.Root, document))!;
        return Link().Matches(text).Where(link => !link.Groups[1].Value.Contains("://", StringComparison.Ordinal)).Where(link =>
        {
            string file = Path.Combine(folder, link.Groups[1].Value);
            return (link.Groups[1].Length > 0 && !Path.Exists(file))
                || (link.Groups[2].Success && !Anchors(link.Groups[1].Length == 0 ? text : File.ReadAllText(file))
                    .Contains(link.Groups[2].Value));
        }).Select(link => link.Value[2..^1]).ToArray();
    }

    /// <summary>
    /// Returns the anchors of a document's headings as GitHub names them: in lower case, without punctuation, with hyphens for blanks, and with a
    /// number for each repetition.
    /// </summary>
    private static HashSet<string> Anchors(string text)
    {
        Dictionary<string, int> repetitions = [];
        HashSet<string> anchors = [];
        foreach (Match heading in Heading().Matches(FencedBlock().Replace(text, "")))
        {
            string title = LinkedText().Replace(heading.Groups[1].Value, "$1").Trim();
            string slug = string.Concat(title.Where(letter => char.IsLetterOrDigit(letter) || letter is ' ' or '-' or '_'))
                .Replace(' ', '-').ToLowerInvariant();
            int repetition = repetitions[slug] = repetitions.GetValueOrDefault(slug, -1) + 1;
            anchors.Add(repetition == 0 ? slug : $"{slug}-{repetition}");
        }

        return anchors;
    }

    /// <summary>Returns the fenced blocks of one language as one file, with the using directives first.</summary>
    private static string Snippets(string document, string language)
    {
        StringBuilder usings = new();
        StringBuilder body = new();
        foreach (Match block in Fence().Matches(Repository.Read(document)).Where(block => block.Groups[1].Value == language))
        {
            foreach (string line in block.Groups[2].Value.Split('\n'))
            {
                (UsingDirective().IsMatch(line) ? usings : body).Append(line).Append('\n');
            }
        }

        return usings.Append(body).ToString();
    }

    /// <summary>Compiles and runs a program with the generated code of a schema, and returns the lines that it prints.</summary>
    private static string[] Run(string program, string schema = "", params string[] surroundings)
    {
        Assembly assembly = Compile([program, .. surroundings, .. schema.Length == 0 ? [] : Generate(schema)]);
        return PrintedText.Of(() => assembly.EntryPoint!.Invoke(null, [Array.Empty<string>()])).TrimEnd().ReplaceLineEndings("\n").Split('\n');
    }

    /// <summary>Returns the C# of a schema, with every part, which may include those of the repository.</summary>
    private static IEnumerable<string> Generate(string schema)
    {
        SchemaResult result = CSharpEmitter.Check(SchemaCompiler.Compile(
            [new SchemaSource("readme.fbs", schema)], SchemaText.Read, [Repository.PathOf("schemas")]));
        Assert.That(result.Diagnostics, Is.Empty);
        return CSharpEmitter.Emit(result.Model!).Select(file => file.Text);
    }

    private static Assembly Compile(IReadOnlyList<string> sources, params IEnumerable<MetadataReference> others)
    {
        CSharpCompilation compilation = CSharpCompilation.Create(
            "Readme",
            sources.Select(source => CSharpSyntaxTree.ParseText(source)),
            AssemblyReferences.Except("GamePackets.dll", "Codec.SourceGenerator.dll").Concat(others),
            new CSharpCompilationOptions(OutputKind.ConsoleApplication, nullableContextOptions: NullableContextOptions.Enable));
        using MemoryStream image = new();
        EmitResult result = compilation.Emit(image);
        Assert.That(result.Diagnostics.Where(diagnostic => diagnostic.Severity >= DiagnosticSeverity.Warning), Is.Empty, string.Join("\n\n", sources));
        return Assembly.Load(image.ToArray());
    }

    [GeneratedRegex(@"\]\(([^)#\s]*)(?:#([^)\s]*))?\)")]
    private static partial Regex Link();

    [GeneratedRegex(@"^#{1,6} +(.+?)\s*$", RegexOptions.Multiline)]
    private static partial Regex Heading();

    [GeneratedRegex(@"^```.*?^```", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex FencedBlock();

    [GeneratedRegex(@"!?\[([^\]]*)\]\([^)]*\)")]
    private static partial Regex LinkedText();

    [GeneratedRegex(@"^Project\(.*?"", ""([^""]+\.csproj)""", RegexOptions.Multiline)]
    private static partial Regex SolutionProject();

    /// <summary>Matches a using directive. It does not match a using declaration, which must stay at its position.</summary>
    [GeneratedRegex(@"^using [\w.]+;")]
    private static partial Regex UsingDirective();

    /// <summary>Matches the version of a package, or of the C++ library, whose version has two numbers.</summary>
    [GeneratedRegex(@"Include=""Codec[\w.]*"" Version=""[^""]*""|find_package\(codec [\d.]+")]
    private static partial Regex PackageVersion();

    [GeneratedRegex(@"// prints ""(.*)""$", RegexOptions.Multiline)]
    private static partial Regex ShownOutput();

    [GeneratedRegex(@"^```(\w+)\n(.*?)^```", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex Fence();
}

namespace Codec.Tests.Architecture;

/// <summary>Checks the source rules that can be verified in the text of the sources.</summary>
public sealed partial class SourceRulesTests
{
    private const System.Reflection.BindingFlags Fields = System.Reflection.BindingFlags.Instance | System.Reflection.BindingFlags.Public
        | System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.DeclaredOnly;

    private static readonly string[] Libraries = ["Codec", "packages/Codec.Streams", "packages/Codec.Capture", "packages/Codec.Interpreter", "packages/Codec.FlatBuffers", "compiler/Codec.Schema"];

    /// <summary>The libraries that may contain unsafe code. Codec.Schema only generates such code, as text.</summary>
    private static readonly string[] UnsafeLibraries = ["Codec", "packages/Codec.Streams", "packages/Codec.Capture", "packages/Codec.Interpreter", "packages/Codec.FlatBuffers"];

    /// <summary>
    /// The only library files that may bypass the runtime's checks, with the unsafe keyword, the Unsafe and Marshal classes or unchecked references.
    /// </summary>
    private static readonly string[] UnsafeFiles = File.ReadAllLines(Path.Combine(Repository.Root, "Codec.Tests/Architecture/unsafe-files.txt"))
        .Where(line => line.Length > 0 && line[0] != '#').ToArray();

    [Test]
    public void Conditional_compilation_outside_of_Compat_is_around_whole_files() =>
        Assert.That(
            Sources(Libraries).Where(file => !file.Contains("/Compat/") && Conditional().IsMatch(WholeFile().Replace(Repository.Read(file), "$1"))),
            Is.Empty);

    [Test]
    public void Nothing_in_Compat_or_Internals_is_public() =>
        Assert.That(Sources(Libraries).Where(file => (file.Contains("/Compat/") || file.Contains("/Internals/")) && PublicType().IsMatch(Repository.Read(file))), Is.Empty);

    [Test]
    public void Unsafe_code_stays_in_the_listed_files() =>
        Assert.That(Sources(UnsafeLibraries).Where(file => UnsafeCode().IsMatch(Code(file))), Is.SubsetOf(UnsafeFiles));

    [Test]
    public void Every_file_in_the_list_of_unsafe_files_contains_unsafe_code() =>
        Assert.That(UnsafeFiles, Is.SubsetOf(Sources(UnsafeLibraries).Where(file => UnsafeCode().IsMatch(Code(file))).ToArray()));

    [Test]
    public void Namespaces_match_folders()
    {
        List<string> strays = [];
        foreach (string file in Sources([.. Libraries, "tool", "Codec.Tests", "Codec.Bench"]).Where(file => !file.Contains("/Targets/")))
        {
            string expected = RootFolder().Replace(Path.GetDirectoryName(file)!.Replace('\\', '/'), "").Replace('/', '.');
            expected = ToolFolder().Replace(expected, "Codec.Cli");
            Match declared = Namespace().Match(Repository.Read(file));
            // Program.cs has no namespace, and polyfills have that of the framework. Throw is a partial class with a part in each folder.
            if (declared.Success && !Path.GetFileName(file).StartsWith("Throw.", StringComparison.Ordinal) && declared.Groups[1].Value != expected && !declared.Groups[1].Value.StartsWith("System", StringComparison.Ordinal))
            {
                strays.Add($"{file}: {declared.Groups[1].Value}");
            }
        }

        Assert.That(strays, Is.Empty);
    }

    [Test]
    public void Every_file_is_named_after_the_type_in_it()
    {
        List<string> strays = [];
        foreach (string file in Sources(Libraries).Where(file => !file.Contains("/Compat/") && !FrameworkNamespace().IsMatch(Repository.Read(file))))
        {
            string[] types = TypeDeclaration().Matches(Repository.Read(file)).Select(match => match.Groups[1].Value).Distinct().ToArray();
            string name = Path.GetFileName(file).Split('.')[0];
            if (types.Length > 0 && (types.Length > 1 || types[0] != name))
            {
                strays.Add($"{file}: {string.Join(", ", types)}");
            }
        }

        Assert.That(strays, Is.Empty);
    }

    [Test]
    public void Files_have_at_most_500_lines() =>
        Assert.That(Sources([.. Libraries, "tool"]).Where(file => Repository.Read(file).Count(character => character == '\n') > 500), Is.Empty);

    [Test]
    public void Types_have_at_most_12_fields() =>
        Assert.That(
            ((string[])["Codec", "Codec.Streams", "Codec.Capture", "Codec.Interpreter", "Codec.FlatBuffers", "Codec.Schema", "Codec.Cli"])
                .SelectMany(name => System.Reflection.Assembly.Load(name).GetTypes())
                .Where(type => !type.IsEnum && !type.IsDefined(typeof(System.Runtime.CompilerServices.CompilerGeneratedAttribute), inherit: false))
                .Select(type => (type, Count: type.GetFields(Fields).Length)).Where(pair => pair.Count > 12),
            Is.Empty);

    [Test]
    public void Lines_of_emitters_have_at_most_140_characters() =>
        Assert.That(
            Sources("compiler/Codec.Schema/CSharp", "compiler/Codec.Schema/Cpp", "compiler/Codec.Schema/Wireshark").SelectMany(file => Repository.Read(file).Split('\n').Select((line, i) => (line, $"{file}:{i + 1}")))
                .Where(pair => pair.line.TrimEnd('\r').Length > 140).Select(pair => pair.Item2),
            Is.Empty);

    /// <summary>Returns a file without its comments, which may mention unsafe code.</summary>
    private static string Code(string file) => Comment().Replace(Repository.Read(file), "");

    private static IEnumerable<string> Sources(params string[] projects) => projects.SelectMany(Repository.SourceFiles);

    [GeneratedRegex(@"^\s*#\s*(if|elif|else)\b", RegexOptions.Multiline)]
    private static partial Regex Conditional();

    [GeneratedRegex(@"^#if [^\n]*\n(.*)#endif\s*$", RegexOptions.Singleline)]
    private static partial Regex WholeFile();

    [GeneratedRegex(@"^namespace System\b", RegexOptions.Multiline)]
    private static partial Regex FrameworkNamespace();

    [GeneratedRegex(@"\bunsafe\b|\bUnsafe\.|\bMemoryMarshal\.(GetReference|GetArrayDataReference|CreateSpan|CreateReadOnlySpan)\b|\bMarshal\.|\bstackalloc\b")]
    private static partial Regex UnsafeCode();

    [GeneratedRegex(@"^public ", RegexOptions.Multiline)]
    private static partial Regex PublicType();

    [GeneratedRegex(@"//.*$", RegexOptions.Multiline)]
    private static partial Regex Comment();

    [GeneratedRegex("^(packages|compiler)/")]
    private static partial Regex RootFolder();

    [GeneratedRegex(@"^tool\b")]
    private static partial Regex ToolFolder();

    [GeneratedRegex(@"^namespace ([\w.]+)", RegexOptions.Multiline)]
    private static partial Regex Namespace();

    [GeneratedRegex(@"^(?:public|internal|file)\b[\w ]*?\b(?:class|record struct|struct|interface|enum|record|delegate [\w?]+) (\w+)", RegexOptions.Multiline)]
    private static partial Regex TypeDeclaration();
}

namespace Codec.Tests.Schema.Evolution;

/// <summary>Tests that docs/evolution.md lists every rule, and that its code compiles in both languages.</summary>
internal sealed partial class EvolutionPageTests
{
    private static readonly string Page = Repository.Read("docs/evolution.md");

    [Test]
    public void The_csharp_code_compiles()
    {
        string around = $$"""
            using System.Threading.Tasks;
            using Codec.Schemas;
            using Codec.Transport;
            using Game;

            internal static class Example
            {
                public static async Task Run(PacketConnection connection, string user)
                {
                    {{Block("csharp")}}
                }
            }
            """;
        InMemoryCompilation.Load("Evolution", [.. CSharpEmitter.Emit(Model()).Select(file => file.Text), around]);
    }

    [Test]
    public void The_cpp_code_compiles()
    {
        ExternalProgram.Require("g++");
        string folder = Directory.CreateTempSubdirectory("codec").FullName;
        try
        {
            foreach (GeneratedFile header in CppMessageEmitter.Emit(Model(), CppOptions.Default))
            {
                File.WriteAllText(Path.Combine(folder, header.Name), header.Text);
            }

            string source = Path.Combine(folder, "main.cpp");
            File.WriteAllText(source, "#include \"game_messages.hpp\"\n" + Block("cpp"));
            ExternalProgram.RunSuccessfully(
                "g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I", folder, "-I", Repository.PathOf("cpp", "include"), source);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static SchemaModel Model() => EvolutionCorpus.Compile("game.fbs", Block("fbs"));

    private static string Block(string language) => Fence().Matches(Page).Single(match => match.Groups[1].Value == language).Groups[2].Value;

    [GeneratedRegex(@"^```(\w+)\n(.*?)^```", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex Fence();
}

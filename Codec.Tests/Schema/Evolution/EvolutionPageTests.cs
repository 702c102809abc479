using System;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using Codec.Schema;
using Codec.Schema.Cpp;
using Codec.Schema.CSharp;
using Codec.Schema.Compare;
using Codec.Schema.Model;
using Codec.Tests.GeneratedCode;
using NUnit.Framework;

namespace Codec.Tests.Schema.Evolution;

/// <summary>Tests that docs/evolution.md lists every rule, and that its code compiles in both languages.</summary>
[TestFixture]
internal sealed partial class EvolutionPageTests
{
    private static readonly string Page = Repository.Read("docs/evolution.md");

    [Test]
    public void Every_rule_is_listed_with_its_classes_in_the_order_of_the_code() =>
        Assert.That(
            Row().Matches(Page).Select(match => (match.Groups[1].Value, match.Groups[2].Value)),
            Is.EqualTo(EvolutionRule.All.Select(rule => (rule.Name, rule.ClassNames))));

    [Test]
    public void The_rules_that_flatc_has_are_marked() =>
        Assert.That(
            Row().Matches(Page).Where(match => match.Groups[3].Value == "yes").Select(match => match.Groups[1].Value),
            Is.EquivalentTo(EvolutionCorpusTests.CoveredByFlatc.Select(rule => rule.Name)));

    [Test]
    public void The_documented_message_equals_the_actual_message()
    {
        string game = Repository.Read("schemas/game.fbs");
        BreakingChange found = SchemaComparer.Compare(
            EvolutionCorpus.Compile("game.fbs", game),
            EvolutionCorpus.Compile("game.fbs", game.Replace("health:short = 100", "health:short = 50", StringComparison.Ordinal))).Single();
        Assert.That(Page, Does.Contain($"```\n{found}\n"));
    }

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

    [GeneratedRegex(@"^\| `([A-Z_]+)` \| ([a-z, ]+) \| .* \| (yes|no) \|$", RegexOptions.Multiline)]
    private static partial Regex Row();

    [GeneratedRegex(@"^```(\w+)\n(.*?)^```", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex Fence();
}

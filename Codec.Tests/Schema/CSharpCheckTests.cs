using System;
using System.Collections.Generic;
using System.Linq;
using Codec.Schema;
using Codec.Schema.CSharp;
using Codec.Tests.GeneratedCode;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using NUnit.Framework;

namespace Codec.Tests.Schema;

/// <summary>A schema that flatc takes is C# that compiles without a warning, or a diagnostic that says where it is not.</summary>
public sealed class CSharpCheckTests
{
    [TestCase("table Item { x:int; }\ntable ItemView { x:int; }", "CODEC060@2:7")]
    [TestCase("union Any { A }\ntable A { x:int; }\nstruct AnyValue { x:int; }", "CODEC060@3:8")]
    [TestCase("enum AWriter:byte { x }\ntable A { x:int; }", "CODEC060@2:7")]
    [TestCase("namespace A.B;\nstruct S { x:int; }\nnamespace A;\ntable B { x:int; }", "CODEC060@4:7")]
    [TestCase("namespace A.BView;\nstruct S { x:int; }\nnamespace A;\ntable B { x:int; }", "CODEC060@4:7")]
    [TestCase("table Codec { x:int; }", "CODEC060@1:7")]
    [TestCase("table Write { x:int; }", "CODEC061@1:7")]
    [TestCase("struct ByteSize { x:int; }", "CODEC061@1:8")]
    [TestCase("table A { x:int; }\nunion U { Text:string,\nTextUtf8:A }", "CODEC061@3:1")]
    [TestCase("table A { x:int; }\nunion Write { Writer:A }", "CODEC061@2:15")]
    [TestCase("union U { A }\ntable A { x:int; }\ntable Open {\n writer:U; }", "CODEC061@4:2")]
    [TestCase("enum E:int { value__ = 0 }", "CODEC061@1:14")]
    [TestCase("table A {\n far:[ubyte] (vector64);\n away:string (offset64); }", "CODEC062@2:2 CODEC062@3:2")]
    [TestCase("table Move {\n move:int; }", "CODEC083@2:2")]
    [TestCase("table A {\n two_words:int;\n twoWords:int; }", "CODEC083@3:2")]
    [TestCase("table A {\n name:string;\n has_name:int; }", "CODEC083@3:2")]
    [TestCase("table A {\n get_type:int; }\nstruct S {\n equals:int; }", "CODEC083@4:2 CODEC083@2:2")]
    [TestCase("struct S {\n a:[int:2];\n get_a:int; }", "CODEC083@3:2")]
    [TestCase("table class { namespace:int; event:string; record:class; }\nenum record:int { int, void }\nstruct required { string:int; }\nunion scoped { class }", "")]
    [TestCase("table var { file:int; }\nstruct dynamic { nint:double; }\nenum await:int { async }\nnamespace where;\ntable when { yield:var; field:[dynamic]; writer:int; slot:int; shared:int; }", "")]
    [TestCase("namespace N;\ntable item { x:int; }\ntable Item { y:int; }", "")]
    public void What_CSharp_cannot_take_is_said_at_its_place_and_the_rest_compiles(string text, string places)
    {
        SchemaResult result = CSharpEmitter.Check(SchemaText.Compile(text));
        Assert.That(SchemaText.Places(result), Is.EqualTo(places));
        Assert.That(result.Model is null, Is.EqualTo(places.Contains("CODEC06", StringComparison.Ordinal)));
        if (result.Model is not null)
        {
            Assert.That(Warnings(result), Is.Empty);
        }
    }

    [Test]
    public void A_comment_stays_a_comment_whatever_is_in_it()
    {
        foreach (char c in "\u0001\u000B\u000C\u001F\u0085\u2028\u2029\uD83D\uDE00\uFFFE\uFFFF")
        {
            string comment = $"/// <a> & {c}int injected;\n";
            string text = $"{comment}table T {{\n{comment} t:int; }}\n{comment}union U {{\n{comment} T }}\n{comment}struct S {{\n{comment} s:int; }}\n{comment}enum E:byte {{\n{comment} e }}";
            SchemaResult result = CSharpEmitter.Check(SchemaText.Compile(text));
            Assert.That(Warnings(result), Is.Empty, $"U+{(int)c:X4}");
        }
    }

    [Test]
    public void A_name_that_stays_as_it_is_written_is_not_called_a_change_to_itself() =>
        Assert.That(
            SchemaText.Messages(CSharpEmitter.Check(SchemaText.Compile("table T {\n T_:int; }"))),
            Does.Contain("'T_' of 'T' is not called 'T' in C#, because"));

    [Test]
    public void What_the_corpus_has_compiles_or_is_refused_with_a_place()
    {
        List<string> refused = [];
        List<string> together = [];
        int compiled = 0;
        foreach (string name in SchemaCorpus.Names.Where(name => SchemaCorpus.Expected[name] is not null))
        {
            // One run of the C# compiler for all that can stand in a namespace of their own.
            string text = SchemaCorpus.TextOf(name);
            bool isAlone = text.Contains("namespace", StringComparison.Ordinal) || text.Contains("include", StringComparison.Ordinal);
            SchemaResult result = CSharpEmitter.Check(isAlone ? SchemaCorpus.Compile(name) : SchemaText.Compile($"namespace {Scope(name)}; {text}"));
            if (result.Model is null)
            {
                Assert.That(result.Diagnostics, Is.Not.Empty, name);
                refused.Add(name);
                continue;
            }

            compiled++;
            if (isAlone)
            {
                Assert.That(Warnings(result), Is.Empty, name);
            }
            else
            {
                together.AddRange(CSharpEmitter.Emit(result.Model).Select(file => file.Text));
            }
        }

        TestContext.Out.WriteLine($"{compiled} compile, {refused.Count} are refused: {string.Join(' ', refused)}");
        string[] warnings = [.. InMemoryCompilation.Diagnose(together).Select(warning => $"{warning}\n{warning.Location.SourceTree}").Take(3)];
        Assert.That(warnings, Is.Empty);
        Assert.That(compiled, Is.GreaterThan(150));
    }

    private static string Scope(string name) => "From_" + name.Replace('-', '_').Replace('.', '_');

    private static IReadOnlyList<Diagnostic> Warnings(SchemaResult result) =>
        InMemoryCompilation.Diagnose(CSharpEmitter.Emit(result.Model!).Select(file => file.Text), LanguageVersion.CSharp9);
}

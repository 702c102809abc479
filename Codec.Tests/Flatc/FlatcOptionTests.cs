using System;
using System.IO;
using System.Linq;
using System.Reflection;
using Codec.Tests.Golden;
using Codec.Tests.Interop;
using Google.FlatBuffers;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using NUnit.Framework;

namespace Codec.Tests.Flatc;

/// <summary>Compiles flatc's output for each option as C# 7.3, with and without ENABLE_SPAN_T, and runs it on a golden buffer.</summary>
[TestFixture]
public sealed class FlatcOptionTests
{
    private static readonly string[] Schemas = ["shared", "coverage", "keywords"];

    // Uses the members that each option adds, if the symbol of the option is defined.
    private const string Probe = """
        using System.Text;
        using Coverage;
        using Google.FlatBuffers;

        public static class Probe
        {
            public static string Run(byte[] bytes)
            {
                Everything root = Everything.GetRootAsEverything(new ByteBuffer(bytes));
                Vectors vectors = root.Vectors.Value;
                string text = root.Title + " " + vectors.I32s(1) + " " + vectors.LeavesByKey("oak").Value.Value;
        #if ENABLE_SPAN_T
                text += " " + vectors.GetI32sBytes()[1] + " " + Encoding.UTF8.GetString(root.GetTitleBytes().ToArray());
        #else
                var title = root.GetTitleBytes().Value;
                text += " " + vectors.I32s(1) + " " + Encoding.UTF8.GetString(title.Array, title.Offset, title.Count);
        #endif
        #if GEN_MUTABLE
                text += " " + root.Scalars.Value.MutateI32(77) + " " + root.Scalars.Value.I32;
        #endif
        #if GEN_OBJECT_API
                EverythingT copy = root.UnPack();
                var builder = new FlatBufferBuilder(1);
                Everything.FinishEverythingBuffer(builder, Everything.Pack(builder, copy));
                text += " " + Everything.GetRootAsEverything(new ByteBuffer(builder.SizedByteArray())).Vectors.Value.LeavesLength;
        #endif
        #if CS_GEN_JSON_SERIALIZER
                text += " " + EverythingT.DeserializeFromJson(copy.SerializeToJson()).Vectors.U64s[0];
        #endif
                return text;
            }
        }
        """;

    // Reads a message as projects without ENABLE_SPAN_T do: a vector of longs by element and as a copy.
    private const string PlainProbe = """
        using System.Linq;
        using Coverage;
        using Google.FlatBuffers;

        public static class PlainProbe
        {
            private static Everything Root(byte[] bytes) => Everything.GetRootAsEverything(new ByteBuffer(bytes));

            public static object[] Read(byte[] bytes)
            {
                Everything root = Root(bytes);
                return new object[]
                {
                    root.Title, root.Scalars?.U64, Enumerable.Range(0, root.Vectors?.I64sLength ?? 0).Select(i => root.Vectors.Value.I64s(i)).ToArray(),
                    root.GetLeafAsLeaf()?.Name,
                };
            }

            public static long[] Copy(byte[] bytes) => Root(bytes).Vectors?.GetI64sArray() ?? new long[0];
        }
        """;

    private static readonly Lazy<Type> CommittedPlainCode = new(() => Compile(
        [.. Directory.GetFiles(Repository.PathOf("schemas", "generated", "coverage", "plain"), "*.cs", SearchOption.AllDirectories).Select(File.ReadAllText), PlainProbe], [])
        .GetType("PlainProbe")!);

    [TestCase("", "")]
    [TestCase("--gen-mutable", " True 77")]
    [TestCase("--gen-object-api", " 3")]
    [TestCase("--gen-object-api --gen-mutable", " True 77 3")]
    [TestCase("--gen-object-api --cs-gen-json-serializer", " 3 18446744073709551615")]
    [TestCase("--gen-object-api --gen-mutable --cs-gen-json-serializer", " True 77 3 18446744073709551615")]
    public void Code_generated_with_any_combination_of_options_compiles_and_runs(string options, string added)
    {
        string[] sources = Generate(options);
        byte[] golden = GoldenFiles.ReadBytes(Path.Combine("coverage", "everything.bin"));
        string title = Coverage.Everything.GetRootAsEverything(new ByteBuffer(golden)).Title;

        // The published package has no span API, so it is tested without symbols only.
        foreach (string[] symbols in RuntimeUnderTest.IsPackage ? new[] { Array.Empty<string>() } : [[], ["ENABLE_SPAN_T", "UNSAFE_BYTEBUFFER"]])
        {
            string[] all = [.. symbols, .. options.Split(' ').Select(option => option.TrimStart('-').Replace('-', '_').ToUpperInvariant())];
            string ran = (string)Compile([.. sources, Probe], all).GetType("Probe")!.GetMethod("Run")!.Invoke(null, [golden.Clone()])!;
            Assert.That(ran, Is.EqualTo($"{title} 2147483647 3 2147483647 {title}{added}"), string.Join(' ', all));
        }
    }

    [Test]
    public void Committed_code_without_options_reads_the_written_values([Range(0, 31)] int size)
    {
        Coverage.EverythingT written = new RandomValues(new Random(RandomCases.Seed()), size).Everything();

        object?[] read = (object?[])CommittedPlainCode.Value.GetMethod("Read")!.Invoke(null, [written.SerializeToBinary()])!;

        Assert.That(read[0], Is.EqualTo(written.Title));
        Assert.That(read[1], Is.EqualTo(written.Scalars?.U64));
        Assert.That(read[2], Is.EqualTo(written.Vectors?.I64s?.ToArray() ?? []));
        Assert.That(read[3], Is.EqualTo(Coverage.Leaf.GetRootAsLeaf(new ByteBuffer([.. written.Leaf])).Name));
    }

    [Test]
    [WrongInPackage("Get…Array takes a count of elements for one of bytes.")]
    public void Committed_code_without_options_copies_vectors([Range(0, 31)] int size)
    {
        Coverage.EverythingT written = new RandomValues(new Random(RandomCases.Seed()), size).Everything();

        object? copy = CommittedPlainCode.Value.GetMethod("Copy")!.Invoke(null, [written.SerializeToBinary()]);

        Assert.That(copy, Is.EqualTo(written.Vectors?.I64s?.ToArray() ?? []));
    }

    private static string[] Generate(string options)
    {
        string directory = Repository.PathOf("artifacts", "flatc", $"{Environment.ProcessId}-options{options.Replace(' ', '-')}");
        Directory.CreateDirectory(directory);
        try
        {
            FlatcTool.Run("flatc.mjs", [
                "-o", directory, "--csharp", "-I", "/schemas/coverage", .. options.Split(' ', StringSplitOptions.RemoveEmptyEntries),
                .. Schemas.Select(name => Repository.PathOf("schemas", "coverage", name + ".fbs"))]);
            return [.. Directory.GetFiles(directory, "*.cs", SearchOption.AllDirectories).Select(File.ReadAllText)];
        }
        finally
        {
            Directory.Delete(directory, recursive: true);
        }
    }

    private static Assembly Compile(string[] sources, string[] symbols)
    {
        CSharpParseOptions options = new(LanguageVersion.CSharp7_3, preprocessorSymbols: symbols.Where(symbol => symbol.Length > 0));
        CSharpCompilation compilation = CSharpCompilation.Create(
            "Options",
            sources.Select(text => CSharpSyntaxTree.ParseText(text, options)),
            AssemblyReferences.Except(typeof(FlatcOptionTests).Assembly.GetName().Name + ".dll"),
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary));
        using MemoryStream image = new();
        Microsoft.CodeAnalysis.Emit.EmitResult result = compilation.Emit(image);
        Assert.That(result.Success, Is.True, () => string.Join('\n', result.Diagnostics.Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error).Take(10)));
        return Assembly.Load(image.ToArray());
    }
}

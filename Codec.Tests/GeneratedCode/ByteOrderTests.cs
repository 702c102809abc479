using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using Codec.Schema;
using Codec.Schema.CSharp;
using Codec.Tests.Schema;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using NUnit.Framework;

namespace Codec.Tests.GeneratedCode;

/// <summary>Tests the code path for big-endian hosts. It assembles numbers byte by byte, so it can be tested on any host.</summary>
[TestFixture]
internal sealed class ByteOrderTests
{
    [Test]
    public void The_big_endian_code_path_reads_and_writes_the_same_bytes()
    {
        Assembly assembly = Compile("CODEC_BYTEWISE");
        Assert.That(
            assembly.GetType("Codec.Generated.GeneratedBytes")!.GetProperty("IsLittleEndian")!.GetValue(null), Is.False, "the path is switched");
        int seed = Environment.TickCount;
        TestContext.Out.WriteLine($"seed {seed}");
        Random random = new(seed);
        foreach (Type type in EveryTable.All)
        {
            PlainType native = new(type);
            PlainType bytewise = new(assembly.GetType(type.FullName!)!);
            for (int i = 0; i < 20; i++)
            {
                object value = EveryTable.Fill(type, random);
                byte[] payload = native.Write(value);
                Assert.That(bytewise.Verify(payload), Is.True);
                object read = bytewise.Read(payload)!;
                AssertSameNumbers(value, read);
                Assert.That(bytewise.Write(read), Is.EqualTo(payload));
            }
        }
    }

    // Payloads alone do not reveal numbers whose bytes are swapped both when they are written and when they are read.
    private static void AssertSameNumbers(object expected, object actual)
    {
        foreach (PropertyInfo property in expected.GetType().GetProperties().Where(property => property.PropertyType.IsPrimitive))
        {
            Assert.That(actual.GetType().GetProperty(property.Name)!.GetValue(actual), Is.EqualTo(property.GetValue(expected)), property.Name);
        }
    }

    private static Assembly Compile(string symbol)
    {
        string[] symbols = [symbol, "NET", "NET8_0_OR_GREATER", "NET10_0_OR_GREATER"];
        CSharpParseOptions options = new(LanguageVersion.CSharp14, preprocessorSymbols: symbols);
        SchemaResult schema = SchemaCompiler.Compile(
            [SchemaText.Read(EveryTable.Schema)!], SchemaText.Read, [Repository.PathOf("schemas")]);
        IEnumerable<string> sources = schema.Model is null ? [] : CSharpEmitter.Emit(schema.Model).Select(file => file.Text);
        string[] folders = ["Payloads", "Generated", "Compat", "Packets", "Framing", "Dispatch", "Transport", "."];
        IEnumerable<string> library = folders
            .SelectMany(folder => Directory.GetFiles(Repository.PathOf("Codec", folder), "*.cs", SearchOption.TopDirectoryOnly))
            .Concat(Directory.GetFiles(Repository.PathOf("Codec", "Packets", "HeaderWriters"), "*.cs"))
            .Select(File.ReadAllText);
        CSharpCompilation compilation = CSharpCompilation.Create(
            "Bytewise",
            sources.Concat(library).Select(text => CSharpSyntaxTree.ParseText(text, options)),
            AssemblyReferences.Except("Codec.dll", "Codec.Tests.dll", "GamePackets.dll", "Codec.SourceGenerator.dll", "Codec.Schema.dll"),
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, allowUnsafe: true, nullableContextOptions: NullableContextOptions.Enable));
        using MemoryStream image = new();
        Microsoft.CodeAnalysis.Emit.EmitResult result = compilation.Emit(image);
        Assert.That(result.Success, Is.True, () => string.Join('\n', result.Diagnostics.Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error).Take(10)));
        return Assembly.Load(image.ToArray());
    }
}

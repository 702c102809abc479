using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Text;
using Codec.Bench.Measuring;
using Codec.Bench.Reports;
using Codec.Schema;
using Codec.Schema.CSharp;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Codec.Bench.Scale;

/// <summary>Measures growth with the tables of a schema.</summary>
internal static class SchemaScale
{
    /// <summary>
    /// The largest number of tables to compile. For 2,000 tables, the C# compiler takes about a minute and gigabytes of memory, and the IL of a table
    /// does not depend on the others.
    /// </summary>
    private const int MostCompiled = 200;

    private static readonly int[] Counts = [10, 50, 200, 1000, 2000];

    internal static void Fill(CurvePoints points)
    {
        foreach (int count in SmokeRun.IsActive ? [Counts[0]] : Counts)
        {
            CurvePoints.Announce($"a schema of {count} tables");
            SchemaSource schema = new("scale.fbs", Text(count));
            GeneratedFile[] files = [];
            ActionWorkload generating = new(1, () => files = Generate(schema));
            Measurement time = ActionWorkload.Measure(generating)[0];
            points.Add("schemas-time", ReportGrowth.Generator, count, time.Median, settling: time.Settling);
            points.Add("schemas-memory", ReportGrowth.Generator, count, generating.Allocate(1));
            points.Add("schemas-lines", ReportGrowth.Generator, count, files.Sum(file => file.Text.Count(letter => letter == '\n')));
            if (count <= MostCompiled)
            {
                points.Add("schemas-il", ReportGrowth.Generator, count, BytesOfIL(files));
            }
        }
    }

    private static GeneratedFile[] Generate(SchemaSource schema)
    {
        SchemaResult result = SchemaCompiler.Compile([schema], _ => null);
        return result.Model is { } model ? [.. CSharpEmitter.Emit(model)] : throw new InvalidOperationException(string.Join('\n', result.Diagnostics));
    }

    private static string Text(int tables)
    {
        StringBuilder text = new("""
            attribute "packet_id";
            namespace Scale;
            enum Color:ubyte { Red, Green }
            struct Point { x:float; y:float; }
            table Child { name:string; }

            """);
        for (int i = 1; i <= tables; i++)
        {
            text.Append(CultureInfo.InvariantCulture, $"table T{i} (packet_id: {i}) {{ a:bool; b:int; c:ulong; d:double; e:Color; f:Point; g:string; h:[int]; i:[Child]; j:Child; }}\n");
        }

        return text.ToString();
    }

    private static long BytesOfIL(IEnumerable<GeneratedFile> files)
    {
        IEnumerable<MetadataReference> references = ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .Where(File.Exists).Select(path => MetadataReference.CreateFromFile(path));
        CSharpParseOptions parsing = new(LanguageVersion.CSharp9);
        CSharpCompilation compilation = CSharpCompilation.Create(
            "Scale",
            files.Select(file => CSharpSyntaxTree.ParseText(file.Text, parsing)),
            references,
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, optimizationLevel: OptimizationLevel.Release, nullableContextOptions: NullableContextOptions.Enable));
        using MemoryStream image = new();
        if (compilation.Emit(image) is { Success: false } failed)
        {
            throw new InvalidOperationException(failed.Diagnostics.First(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error).ToString());
        }

        image.Position = 0;
        using PEReader reader = new(image);
        MetadataReader metadata = reader.GetMetadataReader();
        return metadata.MethodDefinitions.Select(metadata.GetMethodDefinition).Where(method => method.RelativeVirtualAddress != 0)
            .Sum(method => (long)reader.GetMethodBody(method.RelativeVirtualAddress).GetILReader().Length);
    }
}

using System;
using System.Collections.Immutable;
using System.IO;
using System.Linq;
using Codec.GeneratorHost;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;

// Compiles like csc, with the same arguments except for analyzer configuration files. The exit code is 1 if there is an error or a warning.
string folder = Environment.CurrentDirectory;
CSharpCommandLineArguments command = CSharpCommandLineParser.Default.Parse(args, folder, sdkDirectory: null);
ImmutableArray<ISourceGenerator> generators =
    [.. command.AnalyzerReferences.SelectMany(analyzer => new AnalyzerFileReference(Path.GetFullPath(analyzer.FilePath, folder), new AnalyzerLoader()).GetGenerators(LanguageNames.CSharp))];
CSharpCompilation compilation = CSharpCompilation.Create(
    "Program",
    command.SourceFiles.Select(file => CSharpSyntaxTree.ParseText(File.ReadAllText(file.Path), command.ParseOptions, file.Path)),
    command.MetadataReferences.Select(reference => MetadataReference.CreateFromFile(reference.Reference)),
    command.CompilationOptions);
CSharpGeneratorDriver
    .Create(generators, command.AdditionalFiles.Select(file => new FileText(file.Path)), command.ParseOptions)
    .RunGeneratorsAndUpdateCompilation(compilation, out Compilation compiled, out ImmutableArray<Diagnostic> reported);
using FileStream output = File.Create(Path.Combine(command.OutputDirectory, command.OutputFileName!));
Diagnostic[] diagnostics = [.. command.Errors, .. reported, .. compiled.Emit(output).Diagnostics];
Diagnostic[] shown = [.. diagnostics.Where(diagnostic => diagnostic.Severity >= DiagnosticSeverity.Warning)];
foreach (Diagnostic diagnostic in shown)
{
    Console.WriteLine(diagnostic);
}

Console.WriteLine($"Roslyn {typeof(CSharpCompilation).Assembly.GetName().Version}, {generators.Length} generator, {compiled.SyntaxTrees.Count()} files");
return shown.Length > 0 ? 1 : 0;

using Codec.Schema;
using Codec.Schema.CSharp;
using Microsoft.CodeAnalysis;

namespace Codec.SourceGenerator;

/// <summary>
/// Compiles the schemas of a project and adds the generated C#. The schemas are its <c>PacketSchema</c> items, and other additional files
/// named <c>*.fbs</c> or <c>*.Codec.SourceGenerator.additionalfile</c>, the naming convention of Unity.
/// </summary>
[Generator(LanguageNames.CSharp)]
public sealed class PacketGenerator : IIncrementalGenerator
{
    /// <summary>The name of the step that reads a schema file.</summary>
    public const string SourceStep = "PacketSchemaSource";

    /// <summary>The name of the step that compiles all schemas.</summary>
    public const string CompileStep = "PacketSchemaCompile";

    /// <summary>The name of the step that generates C#.</summary>
    public const string EmitStep = "PacketSchemaEmit";

    /// <inheritdoc/>
    public void Initialize(IncrementalGeneratorInitializationContext context)
    {
        IncrementalValuesProvider<SchemaItem> items = context.AdditionalTextsProvider
            .Combine(context.AnalyzerConfigOptionsProvider)
            .Where(static pair => SchemaItem.IsSchema(pair.Left, pair.Right.GetOptions(pair.Left)))
            .Select(static (pair, cancellation) => SchemaItem.Read(pair.Left, pair.Right.GetOptions(pair.Left), cancellation))
            .WithTrackingName(SourceStep);
        IncrementalValueProvider<EquatableArray<string>> folders = context.AnalyzerConfigOptionsProvider
            .Select(static (options, _) => ProjectSettings.IncludeFolders(options.GlobalOptions));
        IncrementalValueProvider<string?> oldLanguage = context.ParseOptionsProvider
            .Select(static (options, _) => ProjectSettings.UnsupportedLanguageVersion(options));
        IncrementalValueProvider<SchemaProject> project = items.Collect().Combine(folders).Combine(oldLanguage)
            .Select(static (input, cancellation) => SchemaProject.Compile(input.Left.Left, input.Left.Right, input.Right, cancellation))
            .WithTrackingName(CompileStep);
        IncrementalValuesProvider<GeneratedFile> files = project
            .SelectMany(static (compiled, _) => compiled.Result.Model is { } model ? CSharpEmitter.Emit(model, compiled.Options) : default)
            .WithTrackingName(EmitStep);
        context.RegisterSourceOutput(files, static (output, file) => output.AddSource(file.Name, file.Text));
        context.RegisterSourceOutput(project, static (output, compiled) =>
        {
            foreach (Diagnostic diagnostic in SchemaDiagnostics.ToRoslyn(compiled.Result))
            {
                output.ReportDiagnostic(diagnostic);
            }
        });
    }
}

using Codec.Schema.CSharp;

namespace Codec.Cli.Gen;

internal sealed class CSharpCommand(IAnsiConsole output, IAnsiConsole error) : GenCommand(
    "csharp",
    "C# types, writers, views and verifiers for the library Codec, also in Unity. One file per type, also of included files. Example: codec gen csharp game.fbs -o Generated",
    "Write only the types of the named schemas; another assembly contains those of included files.",
    output,
    error)
{
    protected override string Pattern => "*.g.cs";

    protected override SchemaResult Check(SchemaResult compiled, ParseResult result) => CSharpEmitter.Check(compiled, OptionsOf(compiled.Model, result));

    protected override IEnumerable<GeneratedFile> Emit(SchemaModel model, ParseResult result) => CSharpEmitter.Emit(model, OptionsOf(model, result));

    protected override string? SchemaOf(string text) => CSharpEmitter.SchemaOf(text);

    private CSharpOptions OptionsOf(SchemaModel? model, ParseResult result) => new()
    {
        ExternalFiles = new EquatableArray<string>(model?.Files.Where(file => HasNoIncludes(result) && !file.IsRoot).Select(file => file.Path) ?? []),
    };
}

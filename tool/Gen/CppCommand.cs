using Codec.Schema.Cpp;

namespace Codec.Cli.Gen;

/// <summary>The command <c>codec gen cpp</c>. The name of a header identifies its schema, so a build may run it for each schema with one folder for all.</summary>
internal sealed class CppCommand : GenCommand
{
    private readonly Option<string> _scope = new("--namespace") { Description = "A namespace around those of the schemas, with dots.", HelpName = "NAME" };
    private readonly Option<bool> _keepPrefix = new("--keep-prefix") { Description = "Keep the folder of a schema, relative to -I, in its headers' names." };

    public CppCommand(IAnsiConsole output, IAnsiConsole error)
        : base(
            "cpp",
            "C++17 enums, structs, plain types, views, verification and packets that need only the headers of codec. One header per schema, also of included schemas. Example: codec gen cpp game.fbs -o generated",
            "Write only the headers of the named schemas; those of included schemas exist.",
            output,
            error)
    {
        _scope.Validators.Add(RejectOtherThanNamespace);
        Options.Add(_scope);
        Options.Add(_keepPrefix);
    }

    protected override SchemaResult Check(SchemaResult compiled, ParseResult result) => CppMessageEmitter.Check(compiled, OptionsOf(result));

    protected override IEnumerable<GeneratedFile> Emit(SchemaModel model, ParseResult result) => CppMessageEmitter.Emit(model, OptionsOf(result));

    private CppOptions OptionsOf(ParseResult result) => (result.GetValue(_scope) is { } name ? new CppOptions { Namespace = name } : CppOptions.Default) with
    {
        HasNoIncludes = HasNoIncludes(result),
        PrefixFolders = new EquatableArray<string>(result.GetValue(_keepPrefix) ? [.. IncludeFolders(result), Environment.CurrentDirectory] : []),
    };

    private static void RejectOtherThanNamespace(OptionResult result)
    {
        string name = result.GetValueOrDefault<string>() ?? "";
        if (!name.Split('.').All(part => part.Length > 0 && !char.IsAsciiDigit(part[0]) && part.All(letter => char.IsAsciiLetterOrDigit(letter) || letter == '_')))
        {
            result.AddError($"The namespace is '{name}'; expected identifiers with dots between them.");
        }
    }
}

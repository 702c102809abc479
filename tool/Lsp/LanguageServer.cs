using System.Diagnostics.CodeAnalysis;
using Codec.Schema.Format;
using StreamJsonRpc;

namespace Codec.Cli.Lsp;

/// <summary>The methods of the Language Server Protocol that editors call. The compiler answers all of them. Calls come one at a time.</summary>
/// <param name="publish">Sends the diagnostics of a file.</param>
[SuppressMessage("Performance", "CA1822:Mark members as static", Justification = "The methods are called by reflection.")]
internal sealed partial class LanguageServer(SchemaWorkspace workspace, Action<object> publish)
{
    private const int Error = 1;
    private const int Warning = 2;

    // Shorter than the pause between two keystrokes.
    private const int Pause = 5;

    // Collects between keystrokes: a collection during one takes longer than the compilation.
    private static readonly Timer Collection = new(static _ => GC.Collect());

    private readonly Dictionary<string, string> _texts = [];
    private readonly Dictionary<string, EditorProblem[]> _published = [];

    [JsonRpcMethod("initialize", UseSingleObjectParameterDeserialization = true)]
    public object Initialize(JsonElement parameters)
    {
        IEnumerable<string> folders = parameters.TryGetProperty("workspaceFolders", out JsonElement list) && list.ValueKind == JsonValueKind.Array
            ? list.EnumerateArray().Select(folder => folder.GetProperty("uri").GetString()!)
            : parameters.TryGetProperty("rootUri", out JsonElement root) && root.ValueKind == JsonValueKind.String ? [root.GetString()!] : [];
        workspace.AddFolders(folders.Select(Protocol.PathOf));
        return new
        {
            capabilities = new
            {
                textDocumentSync = new { openClose = true, change = 1, save = true },
                definitionProvider = true,
                referencesProvider = true,
                renameProvider = true,
                hoverProvider = true,
                completionProvider = new { triggerCharacters = (string[])[":", "(", " "] },
                documentFormattingProvider = true,
            },
            serverInfo = new { name = "codec lsp" },
        };
    }

    [JsonRpcMethod("initialized", UseSingleObjectParameterDeserialization = true)]
    public void Initialized(JsonElement _) => Save();

    [JsonRpcMethod("textDocument/didOpen", UseSingleObjectParameterDeserialization = true)]
    public void Open(JsonElement parameters) => Set(parameters, parameters.GetProperty("textDocument").GetProperty("text").GetString()!);

    [JsonRpcMethod("textDocument/didChange", UseSingleObjectParameterDeserialization = true)]
    public void Change(JsonElement parameters) => Set(parameters, parameters.GetProperty("contentChanges").EnumerateArray().Last().GetProperty("text").GetString()!);

    [JsonRpcMethod("textDocument/didClose", UseSingleObjectParameterDeserialization = true)]
    public void Close(JsonElement parameters)
    {
        string path = Protocol.DocumentOf(parameters);
        _texts.Remove(path);
        workspace.Close(path);
        Publish();
    }

    [JsonRpcMethod("textDocument/didSave", UseSingleObjectParameterDeserialization = true)]
    public void Saved(JsonElement _) => Save();

    [JsonRpcMethod("textDocument/definition", UseSingleObjectParameterDeserialization = true)]
    public object? Definition(JsonElement parameters) => Find(parameters) is ({ } declared, _) && IsFile(declared.Span) ? Protocol.Location(declared.Span) : null;

    [JsonRpcMethod("textDocument/references", UseSingleObjectParameterDeserialization = true)]
    public object[] References(JsonElement parameters)
    {
        bool isWhole = parameters.GetProperty("context").GetProperty("includeDeclaration").GetBoolean();
        return Find(parameters).Declared is { } declared ? [.. PlacesOf(declared).Skip(isWhole ? 0 : 1).Where(IsFile).Select(Protocol.Location)] : [];
    }

    [JsonRpcMethod("textDocument/rename", UseSingleObjectParameterDeserialization = true)]
    public object Rename(JsonElement parameters)
    {
        string name = parameters.GetProperty("newName").GetString()!;
        if (Find(parameters).Declared is not { } declared || !Identifier().IsMatch(name))
        {
            throw new LocalRpcException($"'{name}' is not a name for what is here.");
        }

        ILookup<string, SourceSpan> places = PlacesOf(declared).ToLookup(span => span.Path);
        Dictionary<string, string> renamed = places.ToDictionary(file => file.Key, file => Replaced(TextOf(file.Key), file, name));
        if (!places.All(file => Path.IsPathRooted(file.Key)) || !workspace.CanChange(renamed))
        {
            throw new LocalRpcException($"The schemas would not compile with '{name}'.");
        }

        return new { changes = places.ToDictionary(file => Protocol.UriOf(file.Key), file => file.Select(span => new { range = Protocol.Range(span), newText = name })) };
    }

    [JsonRpcMethod("textDocument/hover", UseSingleObjectParameterDeserialization = true)]
    public object? Hover(JsonElement parameters) => Find(parameters) is ({ } declared, { LastModel: { } model }) && HoverText.Of(model, declared) is { } text
        ? new { contents = new { kind = "markdown", value = text } }
        : null;

    [JsonRpcMethod("textDocument/completion", UseSingleObjectParameterDeserialization = true)]
    public object[] Complete(JsonElement parameters)
    {
        string path = Protocol.DocumentOf(parameters);
        (int line, int column) = Protocol.PositionOf(parameters);
        string text = TextOf(path);
        return workspace.RootsOf(path).FirstOrDefault() is { } root
            ? [.. Completion.At(root, path, text, Protocol.IndexOf(text, line, column)).Select(label => new { label })]
            : [];
    }

    [JsonRpcMethod("textDocument/formatting", UseSingleObjectParameterDeserialization = true)]
    public object[] Format(JsonElement parameters)
    {
        string path = Protocol.DocumentOf(parameters);
        string text = TextOf(path);
        byte[]? formatted = SchemaFormatter.Format(path, Encoding.UTF8.GetBytes(text), out _);
        return formatted is null ? [] : [new { range = Protocol.Range(0, 0, int.MaxValue, 0), newText = Encoding.UTF8.GetString(formatted) }];
    }

    [JsonRpcMethod("shutdown")]
    public object? Shutdown() => null;

    private void Set(JsonElement parameters, string text)
    {
        string path = Protocol.DocumentOf(parameters);
        _texts[path] = text;
        workspace.Set(path, text);
        Publish();
        Collection.Change(Pause, Timeout.Infinite);
    }

    private void Save()
    {
        workspace.Save();
        Publish();
    }

    // Sends the diagnostics of the files whose diagnostics have changed.
    private void Publish()
    {
        Dictionary<string, EditorProblem[]> problems = workspace.Problems();
        foreach (string path in _published.Keys.Union(problems.Keys).Where(Path.IsPathRooted).ToArray())
        {
            EditorProblem[] now = problems.GetValueOrDefault(path, []);
            if (!_published.GetValueOrDefault(path, []).AsSpan().SequenceEqual(now))
            {
                publish(new
                {
                    uri = Protocol.UriOf(path),
                    diagnostics = now.Select(problem => new
                    {
                        range = Protocol.Range(problem.Span),
                        severity = problem.IsError ? Error : Warning,
                        code = problem.Rule,
                        source = "codec",
                        message = problem.Message,
                    }),
                });
            }

            _published[path] = now;
        }
    }

    private (DeclaredName? Declared, CompiledSchema? Root) Find(JsonElement parameters)
    {
        string path = Protocol.DocumentOf(parameters);
        (int line, int column) = Protocol.PositionOf(parameters);
        return workspace.RootsOf(path).Select(root => (root.At(path, line, column), root)).FirstOrDefault(found => found.Item1 is not null);
    }

    // Returns the declaration, and then its uses in all roots.
    private IEnumerable<SourceSpan> PlacesOf(DeclaredName declared) => workspace.Roots.SelectMany(root => root.UsesOf(declared)).Prepend(declared.Span).Distinct();

    // The built-in schema has no file.
    private static bool IsFile(SourceSpan span) => Path.IsPathRooted(span.Path);

    private string TextOf(string path) => _texts.TryGetValue(path, out string? text) ? text : SchemaSource.Decode(path, PayloadSchema.ReadFile(path)).Text;

    private static string Replaced(string text, IEnumerable<SourceSpan> places, string name)
    {
        StringBuilder result = new(text);
        foreach (SourceSpan span in places.OrderByDescending(span => span.Start))
        {
            result.Remove(span.Start, span.Length).Insert(span.Start, name);
        }

        return result.ToString();
    }

    [GeneratedRegex("^[A-Za-z_][A-Za-z0-9_]*$")]
    private static partial Regex Identifier();
}

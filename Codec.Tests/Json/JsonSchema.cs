namespace Codec.Tests.Json;

/// <summary>A schema whose types have equality, compiled in this process as C# 9, and its interpreter.</summary>
internal sealed class JsonSchema
{
    private static readonly Dictionary<string, JsonSchema> Loaded = [];

    // NUnit reads the tables of all schemas before the first test starts, so a schema is compiled by the first test that needs its types.
    private readonly Lazy<Assembly> _assembly;
    private readonly Lazy<SchemaValues> _values;

    private JsonSchema(string name, string text)
    {
        Text = text;
        SchemaResult result = SchemaCompiler.Compile([new SchemaSource(name, text)], path => Read(Path.GetFileName(path)));
        Model = result.Model ?? throw new InvalidOperationException(string.Join('\n', result.Diagnostics.Select(diagnostic => diagnostic.Message)));
        Payloads = new PayloadSchema(Model);
        Files = [.. CSharpEmitter.Emit(Model, new CSharpOptions { Equality = true })];
        _assembly = new Lazy<Assembly>(() => InMemoryCompilation.Load(name, Files.Select(file => file.Text)));
        _values = new Lazy<SchemaValues>(() => new SchemaValues(Model, Assembly));
    }

    /// <summary>Gets the text of the schema, without key attributes, for which flatc would sort vectors when it reads JSON.</summary>
    public string Text { get; }

    public SchemaModel Model { get; }

    public PayloadSchema Payloads { get; }

    public IReadOnlyList<GeneratedFile> Files { get; }

    public Assembly Assembly => _assembly.Value;

    public static JsonSchema OfFile(params string[] path)
    {
        lock (Loaded)
        {
            string file = Repository.PathOf(path);
            return Loaded.TryGetValue(file, out JsonSchema? known)
                ? known
                : Loaded[file] = new JsonSchema(Path.GetFileName(file), File.ReadAllText(file).Replace("(key)", "", StringComparison.Ordinal));
        }
    }

    public static JsonSchema OfText(string text) => new("text.fbs", text);

    public Type Type(string table) => Assembly.GetType(table, throwOnError: true)!;

    public object Fill(string table, Random random) => _values.Value.Fill(Type(table), random, neverEmpty: true, maxDepth: 3);

    public object FromJson(string table, byte[] json, bool skipUnknown = false)
    {
        ArrayBufferWriter<byte> payload = new();
        return Payloads[table].TryReadJson(json, payload, out JsonException? error, skipUnknown) ? FromPayload(table, payload.WrittenSpan.ToArray()) : throw error;
    }

    public object FromJson(string table, string json, bool skipUnknown = false) => FromPayload(table, Payloads[table].FromJson(json, skipUnknown));

    /// <summary>Returns the JSON of a table.</summary>
    public string ToJson(object value, bool indented = false) => Payloads[value.GetType().FullName!].ToJson(Payload(value), indented);

    public static byte[] Payload(object value) => new PlainType(value.GetType()).Write(value);

    public object FromPayload(string table, byte[] payload) =>
        new PlainType(Type(table)).Read(payload) ?? throw new InvalidOperationException($"The bytes are no {table}.");

    private static SchemaSource? Read(string name)
    {
        string? path = new[] { Repository.PathOf("schemas", name), Repository.PathOf("schemas", "coverage", name) }.FirstOrDefault(File.Exists);
        return path is null ? null : new SchemaSource(name, File.ReadAllText(path));
    }
}

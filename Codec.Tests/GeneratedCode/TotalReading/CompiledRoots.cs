namespace Codec.Tests.GeneratedCode.TotalReading;

/// <summary>
/// The messages from which tests make mutants, compiled once in this process: generated types, and code that reads their views.
/// </summary>
internal sealed class CompiledRoots
{
    private const string Here = "Codec.Tests/GeneratedCode/TotalReading";

    // Payloads are small, so that most mutations have an effect.
    private const int MaxDepth = 2;

    private static readonly string[] Files =
    [
        "schemas/game.fbs", "schemas/test_packet.fbs", "schemas/coverage/coverage.fbs",
        .. new[] { "everything", "modern", "keys", "limits", "evolution", "shared" }.Select(name => $"Codec.Tests/GeneratedCode/Schemas/{name}.fbs"),
    ];

    private static readonly Lazy<CompiledRoots> Compiled = new(() => new CompiledRoots());

    private readonly SchemaModel _model;
    private readonly Assembly _assembly;
    private readonly SchemaValues _values;
    private readonly Lazy<PayloadSchema> _interpreter;

    private CompiledRoots()
    {
        SchemaResult result = CSharpEmitter.Check(SchemaCompiler.Compile(
            Files.Select(file => SchemaText.Read(Repository.PathOf(file))!), SchemaText.Read, [Repository.PathOf("schemas")]));
        _model = result.Model ?? throw new InvalidOperationException(string.Join('\n', result.Diagnostics.Select(diagnostic => diagnostic.Message)));
        Index = new SchemaIndex(_model);
        _interpreter = new Lazy<PayloadSchema>(() => new PayloadSchema(_model));
        string[] generated = [.. CSharpEmitter.Emit(_model).Select(file => file.Text)];
        CSharpCompilation views = InMemoryCompilation.Create("Views", generated, LanguageVersion.CSharp14);
        string[] readers = [new WalkerText(views, _model).Write(Names), new ContentText(views, _model).Write(Names)];

        // Hostile bytes must not overflow in a project with CheckForOverflowUnderflow.
        _assembly = InMemoryCompilation.Load(
            "TotalReading", [.. generated, Source("Walk"), Source("Content"), .. readers], LanguageVersion.CSharp14, checkOverflow: true);
        _values = new SchemaValues(_model, _assembly);
    }

    public static CompiledRoots Instance => Compiled.Value;

    /// <summary>Gets the full names of the roots.</summary>
    public static IReadOnlyList<string> Names { get; } =
    [
        "Game.Login", "Game.Move", "Game.Spawn", "Game.Chat", "Game.Inventory", "Game.Snapshot", "Game.TestPacket",
        "Codec.Tests.Every.Root", "Codec.Tests.Every.Numbers", "Codec.Tests.Every.Optionals", "Codec.Tests.Every.Vectors", "Codec.Tests.Every.Strict",
        "Codec.Tests.Every.Node", "Codec.Tests.Every.Leaf", "Codec.Tests.Every.Big", "Codec.Tests.Every.Nothing", "Coverage.Everything", "Coverage.UnionVector",
        "Codec.Tests.Keys.Shelf", "Codec.Tests.Limits.Chain", "Codec.Tests.Modern.Greeting", "Codec.Tests.Newer.Player", "Shared.Page",
    ];

    public SchemaIndex Index { get; }

    /// <summary>Returns the root in the interpreted schema.</summary>
    public PayloadMessage MessageOf(string root) => _interpreter.Value[root];

    /// <summary>Returns the plain type of a root.</summary>
    public Type TypeOf(string root) => _assembly.GetType(root, throwOnError: true)!;

    /// <summary>
    /// Returns a function that reads all members of the views and returns a hash. It throws if a result is wrong. Its arguments are an array, and the
    /// offset and the size of the payload in it.
    /// </summary>
    public Func<byte[], int, int, ulong> WalkOf(string root) => Method("Walkers", root);

    /// <summary>Returns a function that computes the same hash as C++. Its lowest bit is set if the payload is valid.</summary>
    public Func<byte[], int, int, ulong> ContentOf(string root) => Method("Contents", root);

    /// <summary>Creates an object with random values.</summary>
    public object Fill(string root, Random random, bool neverEmpty = false) => _values.Fill(TypeOf(root), random, neverEmpty, MaxDepth);

    /// <summary>Creates a valid payload.</summary>
    /// <param name="root">The full name of the root.</param>
    /// <param name="random">The source of random numbers.</param>
    /// <param name="isForeign">Whether the payload has the layout of another builder, with objects in random order, instead of that of the generated
    /// writer.</param>
    public byte[] Payload(string root, Random random, bool isForeign)
    {
        while (true)
        {
            object value = Fill(root, random, neverEmpty: isForeign);
            byte[] payload = isForeign
                ? new RuntimeWriter(_model, random).Write(value, Index.Table(root), _model.Files.SingleOrDefault(file => file.RootType == root)?.FileIdentifier)
                : new PlainType(value.GetType()).Write(value);

            // Random values may have more tables than the limit of the root.
            if (MessageOf(root).FindProblem(payload)?.Reason.Contains("more tables", StringComparison.Ordinal) != true)
            {
                return payload;
            }
        }
    }

    // Without the global using directives of the tests.
    private static string Source(string name) =>
        "using System;\nusing System.Runtime.CompilerServices;\nusing System.Runtime.InteropServices;\nusing System.Text;\nusing Codec.Generated;\n" + Repository.Read($"{Here}/{name}.cs");

    private Func<byte[], int, int, ulong> Method(string type, string root) => _assembly.GetType(typeof(Walk).Namespace + "." + type, throwOnError: true)!
        .GetMethod($"Root{Names.ToList().IndexOf(root)}")!.CreateDelegate<Func<byte[], int, int, ulong>>();
}

namespace Codec.Tests.GeneratedCode.RandomSchemas;

/// <summary>A random schema, its C#, and random values of its tables. All of them are derived from the seed.</summary>
internal sealed class RandomSchema
{
    private SchemaValues? _values;

    public RandomSchema(int seed)
    {
        Seed = seed;
        Name = "S" + seed.ToString(CultureInfo.InvariantCulture);
        Text = new RandomSchemaText(new Random(seed)).Write(Name);
        SchemaResult result = SchemaCompiler.Compile([new SchemaSource(Name + ".fbs", Text)], _ => null);
        Model = result.Model ?? throw new InvalidOperationException($"{this}\n{string.Join('\n', result.Diagnostics.Select(diagnostic => diagnostic.Message))}");
    }

    public int Seed { get; }

    /// <summary>Gets the schema's namespace, which is also the name of its file without the extension.</summary>
    public string Name { get; }

    public string Text { get; }

    public SchemaModel Model { get; }

    public IEnumerable<string> Sources => CSharpEmitter.Emit(Model).Select(file => file.Text);

    /// <summary>
    /// Gets whether flatc supports JSON for the schema. It does not for unions that are not stored in one byte.
    /// </summary>
    public bool HasJson => Model.Unions.All(union => union.Underlying == ScalarKind.UByte && union.Members.All(member => member.Type.Kind == TypeKind.Table))
        && !Model.Tables.Any(table => table.Fields.Any(candidate => candidate.Type is { Kind: TypeKind.Vector, Element.Kind: TypeKind.Union }));

    /// <summary>
    /// Gets whether flatc builds equal payloads from its own JSON. It sorts vectors by key, and builds nested buffers with another layout.
    /// </summary>
    public bool HasJsonBack => HasJson && !Model.Tables.Any(table => table.Fields.Any(candidate => candidate.IsKey || candidate.NestedFlatBuffer is not null));

    /// <summary>Returns the file identifier of a table's payloads.</summary>
    public string? IdentifierOf(TableDefinition table) => Model.Files[0].RootType == table.FullName ? Model.Files[0].FileIdentifier : null;

    /// <summary>Sets the assembly with the compiled types.</summary>
    public void Use(Assembly assembly) => _values = new SchemaValues(Model, assembly);

    /// <summary>Creates a value that flatc's object API in C++ preserves. That API does not distinguish empty from missing values.</summary>
    public object Fill(Type type, Random random) => _values!.Fill(type, random, neverEmpty: true, maxDepth: 3);

    public override string ToString() => $"schema of seed {Seed}:\n{Text}";
}

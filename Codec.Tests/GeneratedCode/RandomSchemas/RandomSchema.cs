using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Reflection;
using Codec.Schema;
using Codec.Schema.CSharp;
using Codec.Schema.Model;
using Codec.Tests.GeneratedCode.TotalReading;

namespace Codec.Tests.GeneratedCode.RandomSchemas;

/// <summary>A random schema, its C#, and random values of its tables; all of it follows from the seed.</summary>
internal sealed class RandomSchema
{
    private SchemaValues? _values;

    public RandomSchema(int seed, bool hasWideUnions)
    {
        Seed = seed;
        Name = "S" + seed.ToString(CultureInfo.InvariantCulture);
        Text = new RandomSchemaText(new Random(seed), hasWideUnions).Write(Name);
        SchemaResult result = SchemaCompiler.Compile([new SchemaSource(Name + ".fbs", Text)], _ => null);
        Model = result.Model ?? throw new InvalidOperationException($"{this}\n{string.Join('\n', result.Diagnostics.Select(diagnostic => diagnostic.Message))}");
    }

    public int Seed { get; }

    /// <summary>The schema's namespace, and its file's name without extension.</summary>
    public string Name { get; }

    public string Text { get; }

    public SchemaModel Model { get; }

    public IEnumerable<string> Sources => CSharpEmitter.Emit(Model).Select(file => file.Text);

    /// <summary>flatc 2.0.8 has no JSON for structs and texts in unions, and none for vectors of unions; no flatc has any for unions that are not stored in one byte.</summary>
    public bool HasJson => Model.Unions.All(union => union.Underlying == ScalarKind.UByte && union.Members.All(member => member.Type.Kind == TypeKind.Table))
        && !Model.Tables.Any(table => table.Fields.Any(candidate => candidate.Type is { Kind: TypeKind.Vector, Element.Kind: TypeKind.Union }));

    /// <summary>Whether flatc makes equal bytes of its own JSON: it sorts by keys, and writes nested buffers its way.</summary>
    public bool HasJsonBack => HasJson && !Model.Tables.Any(table => table.Fields.Any(candidate => candidate.IsKey || candidate.NestedFlatBuffer is not null));

    /// <summary>The identifier that a table's payload has.</summary>
    public string? IdentifierOf(TableDefinition table) => Model.Files[0].RootType == table.FullName ? Model.Files[0].FileIdentifier : null;

    /// <summary>Takes the compiled types, which the values are made of.</summary>
    public void Use(Assembly assembly) => _values = new SchemaValues(Model, assembly);

    /// <summary>A value that flatc's object API in C++ can hold: it knows no difference between empty and missing.</summary>
    public object Fill(Type type, Random random) => _values!.Fill(type, random, neverEmpty: true, maxDepth: 3);

    public override string ToString() => $"schema of seed {Seed}:\n{Text}";
}

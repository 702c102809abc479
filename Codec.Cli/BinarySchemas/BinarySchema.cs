using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Codec.Schema;
using Codec.Schema.Model;
using Google.FlatBuffers;

namespace Codec.Cli.BinarySchemas;

/// <summary>
/// Writes a schema as a FlatBuffer of reflection.fbs: what <c>flatc -b --schema --bfbs-comments --bfbs-builtins</c> of flatc 25 writes for the
/// same file, with the types of included files, all attributes, and documentation comments.
/// </summary>
internal sealed class BinarySchema
{
    private const string Identifier = "BFBS";

    // The value that flatc writes for an attribute without a value, such as (key).
    private const string NoValue = "0";

    private readonly FlatBufferBuilder _builder = new(4096);
    private readonly SchemaModel _model;
    private readonly SchemaFile _root;
    private readonly HashSet<string> _paths;
    private readonly List<Definition> _records;
    private readonly List<Definition> _enums;
    private readonly ReflectionTypes _types;

    private BinarySchema(SchemaModel model, SchemaFile root)
    {
        _model = model;
        _root = root;
        _paths = model.PathsFrom(root.Path);
        _records = Sorted([.. model.Structs, .. model.Tables]);
        _enums = Sorted([.. model.Enums, .. model.Unions]);
        _types = new ReflectionTypes(_builder, model, _records, _enums);
    }

    /// <summary>Writes a file for each root file of a model.</summary>
    /// <param name="model">The model.</param>
    /// <returns>The files. Each has the name of its schema, with the extension <c>.bfbs</c>.</returns>
    public static IEnumerable<TargetFile> Emit(SchemaModel model) => model.Files.Where(file => file.IsRoot)
        .Select(file => new TargetFile(NameOf(file.Path), new BinarySchema(model, file).Write(), null));

    /// <summary>Adds diagnostics for files whose binary schemas would have the same name. If there is one, the result has no model.</summary>
    /// <param name="result">The result of the compilation.</param>
    /// <returns>The result with the added diagnostics.</returns>
    public static SchemaResult Check(SchemaResult result) => result.With(FileNameCheck.Find(
        result.Model?.Files.Where(file => file.IsRoot).Select(file => file.Path) ?? [], NameOf, "rename the schema, or generate it in a separate run into a separate folder"));

    private static string NameOf(string path) => Path.GetFileNameWithoutExtension(path) + ".bfbs";

    private List<Definition> Sorted(IEnumerable<Definition> definitions) =>
        [.. definitions.Where(definition => _paths.Contains(definition.Span.Path)).OrderBy(definition => definition.FullName, StringComparer.Ordinal)];

    private byte[] Write()
    {
        int[] enums = [.. _enums.Select(Enum)];
        int[] objects = [.. _records.Select(Object)];
        int[] services = [.. Sorted(_model.Services).Select(service => Service((ServiceDefinition)service, objects))];
        int[] files = [.. _model.Files.Where(file => _paths.Contains(file.Path)).Select(file => (Name: Relative(file.Path), File: file))
            .OrderBy(file => file.Name, StringComparer.Ordinal).Select(file => SourceFile(file.Name, file.File))];
        int objectVector = Vector(objects);
        int enumVector = Vector(enums);
        int serviceVector = Vector(services);
        int fileVector = Vector(files);
        int identifier = Text(_root.FileIdentifier ?? "");
        int extension = Text(_root.FileExtension ?? "");
        _builder.StartTable(8);
        _builder.AddOffset(0, objectVector, 0);
        _builder.AddOffset(1, enumVector, 0);
        _builder.AddOffset(2, identifier, 0);
        _builder.AddOffset(3, extension, 0);
        if (_root.RootType is { } root)
        {
            _builder.AddOffset(4, objects[_types.RecordIndex(root)], 0);
        }

        _builder.AddOffset(5, serviceVector, 0);
        _builder.AddUlong(6, Features(), 0);
        _builder.AddOffset(7, fileVector, 0);
        _builder.Finish(_builder.EndTable(), Identifier);
        return _builder.SizedByteArray();
    }

    private ulong Features()
    {
        const ulong Arrays = 1;
        const ulong Unions = 2;
        const ulong OptionalScalars = 4;
        const ulong DefaultVectorsAndStrings = 8;
        ulong features = 0;
        foreach (StructField field in _records.OfType<StructDefinition>().SelectMany(record => record.Fields))
        {
            features |= field.Type.Kind == TypeKind.Array ? Arrays : 0;
        }

        foreach (TableField field in _records.OfType<TableDefinition>().SelectMany(table => table.Fields))
        {
            features |= field.Type is { Kind: TypeKind.Vector, Element.Kind: TypeKind.Union } ? Unions : 0;
            features |= field.Presence == FieldPresence.Optional ? OptionalScalars : 0;
            features |= field.DefaultText is not null || field.DefaultIsEmptyVector ? DefaultVectorsAndStrings : 0;
        }

        return features;
    }

    private int SourceFile(string name, SchemaFile file)
    {
        int text = Text(name);
        int includes = Vector([.. file.Includes.Select(Relative).Distinct().Order(StringComparer.Ordinal).Select(Text)]);
        _builder.StartTable(2);
        _builder.AddOffset(0, text, 0);
        _builder.AddOffset(1, includes, 0);
        return _builder.EndTable();
    }

    // As in flatc, the path is relative to the folder of the schema and starts with two slashes.
    private string Relative(string path) =>
        "//" + (Path.IsPathRooted(path) ? Path.GetRelativePath(Path.GetDirectoryName(Path.GetFullPath(_root.Path))!, path).Replace('\\', '/') : path);

    private int Enum(Definition definition)
    {
        (int Name, int Type, int Documentation, int Attributes, long Value)[] parts = definition is UnionDefinition union
            ? [.. union.Members.Where(IsBeforeNone).Select(Member), (Text("NONE"), _types.None(), 0, 0, 0), .. union.Members.SkipWhile(IsBeforeNone).Select(Member)]
            : [.. ((EnumDefinition)definition).Values.Select(value => (Text(value.Name), _types.None(), Lines(value.Documentation), Attributes(value.Attributes), value.Value.Whole))];
        int values = Vector([.. parts.Select(part =>
        {
            _builder.StartTable(6);
            _builder.AddOffset(0, part.Name, 0);
            _builder.AddLong(1, part.Value, 0);
            _builder.AddOffset(3, part.Type, 0);
            _builder.AddOffset(4, part.Documentation, 0);
            _builder.AddOffset(5, part.Attributes, 0);
            return _builder.EndTable();
        })]);
        int name = Text(definition.FullName);
        int type = _types.Underlying(definition);
        int attributes = Attributes(definition.Attributes);
        int documentation = Lines(definition.Documentation);
        int file = Text(Relative(definition.Span.Path));
        _builder.StartTable(7);
        _builder.AddOffset(0, name, 0);
        _builder.AddOffset(1, values, 0);
        _builder.AddBool(2, definition is UnionDefinition, false);
        _builder.AddOffset(3, type, 0);
        _builder.AddOffset(4, attributes, 0);
        _builder.AddOffset(5, documentation, 0);
        _builder.AddOffset(6, file, 0);
        return _builder.EndTable();

        // Values are in ascending order, and the number of NONE is 0.
        static bool IsBeforeNone(UnionMember member) => ScalarKinds.IsSigned(member.Id.Kind) && member.Id.Whole < 0;

        (int Name, int Type, int Documentation, int Attributes, long Value) Member(UnionMember member) =>
            (Text(member.Name), _types.Of(member.Type), Lines(member.Documentation), Attributes(member.Attributes), member.Id.Whole);
    }

    private int Object(Definition definition)
    {
        StructDefinition? record = definition as StructDefinition;
        IEnumerable<ReflectionField> all = record is null
            ? ((TableDefinition)definition).Fields.SelectMany(ReflectionField.OfTable)
            : record.Fields.Select(ReflectionField.OfStruct);
        int fields = Vector([.. all.OrderBy(field => field.Name, StringComparer.Ordinal).Select(Field)]);
        int name = Text(definition.FullName);
        int attributes = Attributes(definition.Attributes);
        int documentation = Lines(definition.Documentation);
        int file = Text(Relative(definition.Span.Path));
        _builder.StartTable(8);
        _builder.AddOffset(0, name, 0);
        _builder.AddOffset(1, fields, 0);
        _builder.AddBool(2, record is not null, false);
        _builder.AddInt(3, record?.Alignment ?? 1, 0);
        _builder.AddInt(4, record?.Size ?? 0, 0);
        _builder.AddOffset(5, attributes, 0);
        _builder.AddOffset(6, documentation, 0);
        _builder.AddOffset(7, file, 0);
        return _builder.EndTable();
    }

    private int Field(ReflectionField field)
    {
        int name = Text(field.Name);
        int type = field.IsUnionType ? _types.UnionType(field.Type) : _types.Of(field.Type, field.IsVector64);
        int attributes = Attributes(field.Attributes);
        int documentation = Lines(field.Documentation);
        _builder.StartTable(14);
        _builder.AddOffset(0, name, 0);
        _builder.AddOffset(1, type, 0);
        _builder.AddUshort(2, field.Id, 0);
        _builder.AddUshort(3, field.Offset, 0);
        _builder.AddLong(4, field.Default is { IsReal: false } whole ? whole.Whole : 0, 0);
        _builder.AddDouble(5, field.Default is { IsReal: true } real ? real.Real : 0, 0);
        _builder.AddBool(6, field.IsDeprecated, false);
        _builder.AddBool(7, field.IsRequired, false);
        _builder.AddBool(8, field.IsKey, false);
        _builder.AddOffset(9, attributes, 0);
        _builder.AddOffset(10, documentation, 0);
        _builder.AddBool(11, field.IsOptional, false);
        _builder.AddUshort(12, field.Padding, 0);
        _builder.AddBool(13, field.IsOffset64, false);
        return _builder.EndTable();
    }

    private int Service(ServiceDefinition service, int[] objects)
    {
        int calls = Vector([.. service.Methods.Select(method =>
        {
            int callName = Text(method.Name);
            int callAttributes = Attributes(method.Attributes);
            int callDocumentation = Lines(method.Documentation);
            _builder.StartTable(5);
            _builder.AddOffset(0, callName, 0);
            _builder.AddOffset(1, objects[_types.RecordIndex(method.Request)], 0);
            _builder.AddOffset(2, objects[_types.RecordIndex(method.Response)], 0);
            _builder.AddOffset(3, callAttributes, 0);
            _builder.AddOffset(4, callDocumentation, 0);
            return _builder.EndTable();
        })]);
        int name = Text(service.FullName);
        int attributes = Attributes(service.Attributes);
        int documentation = Lines(service.Documentation);
        int file = Text(Relative(service.Span.Path));
        _builder.StartTable(5);
        _builder.AddOffset(0, name, 0);
        _builder.AddOffset(1, calls, 0);
        _builder.AddOffset(2, attributes, 0);
        _builder.AddOffset(3, documentation, 0);
        _builder.AddOffset(4, file, 0);
        return _builder.EndTable();
    }

    private int Attributes(EquatableArray<AttributeEntry> attributes) => attributes.Count == 0 ? 0 : Vector(
        [.. attributes.GroupBy(attribute => attribute.Name).OrderBy(group => group.Key, StringComparer.Ordinal).Select(group =>
        {
            int key = Text(group.Key);
            int value = Text(group.First().Value ?? NoValue);
            _builder.StartTable(2);
            _builder.AddOffset(0, key, 0);
            _builder.AddOffset(1, value, 0);
            return _builder.EndTable();
        })]);

    private int Lines(EquatableArray<string> documentation) => documentation.Count == 0 ? 0 : Vector([.. documentation.Select(Text)]);

    private int Text(string text) => _builder.CreateSharedString(text).Value;

    private int Vector(int[] offsets)
    {
        _builder.StartVector(4, offsets.Length, 4);
        foreach (int offset in Enumerable.Reverse(offsets))
        {
            _builder.AddOffset(offset);
        }

        return _builder.EndVector().Value;
    }
}

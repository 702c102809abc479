using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

/// <summary>
/// Generates JSON reading and writing for a table, a struct or a union, in flatc's dialect. Users call it through the package Codec.Json.
/// </summary>
internal sealed class JsonEmitter : IFeature
{
    private const string Json = FeatureNames.Json;

    private readonly Emission _emission;
    private readonly CSharpParts _parts;

    // The generated fields that contain the names of an enum's values, keyed by the full name of the enum.
    private readonly Dictionary<string, string> _names = new(StringComparer.Ordinal);

    public JsonEmitter(Emission emission, CSharpParts parts)
    {
        _emission = emission;
        _parts = parts;
    }

    public bool Has(Definition definition) => true;

    public IEnumerable<string> Interfaces(Definition definition) =>
        [definition is UnionDefinition ? $"{Json}IJsonUnion<{_emission.Type(definition.FullName)}>" : Json + "IJsonObject"];

    public void EmitMembers(CodeWriter code, Definition definition)
    {
        NameSet taken = FeatureNames.Taken(_emission, definition);
        if (definition is UnionDefinition union)
        {
            EmitUnion(code, union, taken);
            return;
        }

        EmitNames(code, definition, taken);
        string read = CSharpNames.Unique("FromJson", taken);
        EmitRead(code, definition, read, "string", "json");
        EmitRead(code, definition, read, "Sys_::ReadOnlySpan<byte>", "utf8");
        code.Open($"void {Json}IJsonObject.WriteFields({Json}GeneratedJsonWriter json)");
        EmitFields(code, definition, WriteField, WriteStructField);
        code.Close();
        code.Line();
        code.Open($"void {Json}IJsonObject.ReadFields(ref {Json}GeneratedJsonReader json)");
        EmitFields(code, definition, ReadField, ReadStructField, DeprecatedField);
        code.Close();
    }

    private void EmitRead(CodeWriter code, Definition definition, string name, string type, string parameter)
    {
        string self = _emission.Type(definition.FullName);
        string create = definition is TableDefinition ? $"new {self}()" : $"default({self})";
        code.Line("/// <summary>Reads JSON in flatc's dialect. A JsonException names the problem and its location.</summary>");
        code.Line($"public static {self} {name}({type} {parameter}, bool skipUnknown = false) => {Json}PayloadJson.Read({create}, {parameter}, skipUnknown);");
        code.Line();
    }

    private void EmitFields(CodeWriter code, Definition definition, Func<TableDefinition, FieldCode, string> field, Func<StructFieldCode, string> structField, Func<TableField, string>? deprecated = null)
    {
        if (definition is StructDefinition record)
        {
            foreach (StructFieldCode member in _emission.Struct(record.FullName).Fields)
            {
                code.Line(structField(member));
            }

            return;
        }

        TableDefinition table = (TableDefinition)definition;
        Dictionary<TableField, FieldCode> fields = _emission.Table(table.FullName).Fields.ToDictionary(place => place.Field);
        foreach (TableField member in table.Fields)
        {
            if (fields.TryGetValue(member, out FieldCode? place))
            {
                code.Line(field(table, place));
            }
            else if (deprecated is not null)
            {
                code.Line(deprecated(member));
            }
        }
    }

    private static string DeprecatedField(TableField field)
    {
        string type = field.HasUnionType ? $"json.Deprecated({CSharpNames.Quote(field.Name + "_type")});\n" : "";
        return $"{type}json.Deprecated({CSharpNames.Quote(field.Name)});";
    }

    private string WriteField(TableDefinition table, FieldCode field)
    {
        string name = CSharpNames.Quote(field.Field.Name);
        string full = CSharpNames.Quote($"{table.FullName}.{field.Field.Name}");
        string value = field.IsRequired && field.Type.Kind is not (TypeKind.Struct or TypeKind.Union) ? $"json.Required({full}, {field.Own})" : field.Own;
        string absent = field.Field.Default is ScalarValue number ? ", " + _emission.Literal(field.Type, number) : "";
        switch (field.Type.Kind)
        {
            case TypeKind.Scalar:
                return $"json.Number({name}, {value}{absent});";
            case TypeKind.Enum:
                return $"json.Enum({name}, {value}, {Names(field.Type)}{absent});";
            case TypeKind.String:
                return $"json.Text({name}, {value}{(field.Field.DefaultText is string text ? ", " + CSharpNames.Quote(text) : "")});";
            case TypeKind.Struct:
                return $"json.Struct({name}, {value});";
            case TypeKind.Table:
                return $"json.Table({name}, {value});";
            case TypeKind.Union:
                return $"json.Union({name}, {CSharpNames.Quote(field.Field.Name + "_type")}, {value}{(field.IsRequired ? ", " + full : "")});";
            default:
                return WriteVector(field, name, field.Field.DefaultIsEmptyVector ? $"{value}?.Count > 0 ? {value} : null" : value);
        }
    }

    private string WriteVector(FieldCode field, string name, string value)
    {
        if (Nested(field, CSharpParts.Views) is { } table)
        {
            string root = _emission.Type(table.Definition.FullName);
            string local = field.Local;
            string reader = $"{Emission.Run}TableReader<{_emission.Nested(table.Definition.FullName, "Layout")}>";
            string find = _parts.HasFlag(CSharpParts.Verify)
                ? $"{Emission.Run}TableVerifier.TryRoot(payload, depth, {table.TableLimit}, out {reader} table)"
                : $"{Emission.Run}GeneratedReader.TryRoot(payload, out {reader} table)";
            string parameters = $"({Emission.ReadOnlyBytes} payload, int depth, ref {Emission.Run}GeneratedBudget budget)";
            return $"{root} {local} = new {root}();\njson.Nested({name}, {value}, {local}, {table.FirstDepth}, {parameters} => "
                + $"{find} && {Emission.Run}GeneratedReader.TryRead(table, {local}, ref budget, depth));";
        }

        return field.Element.Kind switch
        {
            TypeKind.Enum => $"json.Enums({name}, {value}, {Names(field.Element)});",
            TypeKind.String => $"json.Texts({name}, {value});",
            TypeKind.Struct => $"json.Structs({name}, {value});",
            TypeKind.Table => $"json.Tables({name}, {value});",
            TypeKind.Union => $"json.Unions({name}, {CSharpNames.Quote(field.Field.Name + "_type")}, {value});",
            _ => $"json.Numbers({name}, {value});",
        };
    }

    private string ReadField(TableDefinition table, FieldCode field)
    {
        string name = CSharpNames.Quote(field.Field.Name);
        string type = CSharpNames.Quote(field.Field.Name + "_type");
        string required = field.IsRequired ? ", isRequired: true" : "";
        if (field.Type.Kind == TypeKind.Union)
        {
            return $"{field.Own} = json.Union({name}, {type}, {field.Own}{required});";
        }

        if (field.IsVectorOf(TypeKind.Union))
        {
            return $"{field.Own} = json.Unions({name}, {type}, {field.Own}{required});";
        }

        string condition = field.IsRequired ? "IsRequired" : field.IsNumber && !field.IsOptionalScalar ? "Is" : "IsOptional";
        return $"if (json.{condition}({name})) {field.Own} = {ReadValue(field)};";
    }

    private string ReadValue(FieldCode field)
    {
        string hash = Hash(field.Field);
        string type = field.Type.Kind == TypeKind.Vector ? "" : _emission.ValueType(field.Type);
        switch (field.Type.Kind)
        {
            case TypeKind.Scalar:
                return $"json.Number<{type}>({hash})";
            case TypeKind.Enum:
                return $"json.Enum({Names(field.Type)})";
            case TypeKind.String:
                return "json.Text()";
            case TypeKind.Struct:
                return $"json.Struct<{type}>()";
            case TypeKind.Table:
                return $"json.Table(new {type}())";
            case TypeKind.Vector when Nested(field, CSharpParts.Writers) is { } table:
                return $"json.Nested(new {_emission.Type(table.Definition.FullName)}(), (root, output) => root.{table.Members["Write"]}(output))";
            default:
                return ReadElements(field.Element, hash);
        }
    }

    // flatc does not hash a string for a 16-bit number.
    private static string Hash(FieldDefinition field) =>
        field.Hash is string function && !function.EndsWith("_16", StringComparison.Ordinal) ? CSharpNames.Quote(function) : "";

    private string ReadElements(TypeReference element, string hash, string length = "")
    {
        string type = _emission.ValueType(element);
        string separator = hash.Length > 0 && length.Length > 0 ? ", " : "";
        return element.Kind switch
        {
            TypeKind.Enum => $"json.Enums({Names(element)}{(length.Length > 0 ? ", " : "")}{length})",
            TypeKind.String => "json.Texts()",
            TypeKind.Struct => $"json.Structs<{type}>({length})",
            TypeKind.Table => $"json.Tables(() => new {type}())",
            _ => $"json.Numbers<{type}>({hash}{separator}{length})",
        };
    }

    private string WriteStructField(StructFieldCode member)
    {
        StructField field = member.Field;
        string name = CSharpNames.Quote(field.Name);
        if (field.Type.Kind != TypeKind.Array)
        {
            return WriteElement(field.Type, name + ", ", member.Own);
        }

        return $"json.StartArray({name});\n{Loop(field.Type)}\n{{\n    {WriteElement(field.Type.Element!, "", $"{member.Get}(i)")}\n}}\n\njson.EndArray();";
    }

    private string WriteElement(TypeReference type, string name, string value) => type.Kind switch
    {
        TypeKind.Enum => $"json.Enum({name}{value}, {Names(type)});",
        TypeKind.Struct => $"json.Struct({name}{value});",
        _ => $"json.Number({name}{value});",
    };

    private string ReadStructField(StructFieldCode member)
    {
        StructField field = member.Field;
        TypeReference type = field.Type;
        string condition = $"if (json.IsRequired({CSharpNames.Quote(field.Name)}))";
        if (type.Kind == TypeKind.Array)
        {
            string elements = ReadElements(type.Element!, "", "length: " + type.Length.ToString(CultureInfo.InvariantCulture));
            return $"{condition}\n{{\n    {Emission.Payloads}FieldList<{_emission.ValueType(type.Element!)}> elements = {elements};\n    {Loop(type)}\n    {{\n        {member.Set}(i, elements[i]);\n    }}\n}}\n";
        }

        string value = type.Kind switch
        {
            TypeKind.Enum => $"json.Enum({Names(type)})",
            TypeKind.Struct => $"json.Struct<{_emission.ValueType(type)}>()",
            _ => $"json.Number<{_emission.ValueType(type)}>({Hash(field)})",
        };
        return $"{condition} {member.Own} = {value};";
    }

    private void EmitUnion(CodeWriter code, UnionDefinition union, NameSet taken)
    {
        string self = _emission.Type(union.FullName);
        string kind = _emission.Nested(union.FullName, "Kind");
        string type = _emission.Union(union.FullName).Members["Type"];
        string interfaceName = $"{Json}IJsonUnion<{self}>";
        string names = CSharpNames.Unique("MemberNames", taken);
        IEnumerable<string> pairs = union.Members.Select(member => $"{member.Name}={member.Id}");
        code.Line($"private static readonly {Json}GeneratedJsonNames {names} = new({CSharpNames.Quote(string.Join(" ", pairs.Prepend("NONE=0")))}, {Range(union.Underlying)});");
        code.Line();
        code.Line($"{Json}GeneratedJsonNames {interfaceName}.MemberNames => {names};");
        code.Line();
        code.Line($"long {interfaceName}.MemberNumber => {Number(union.Underlying, type)};");
        code.Line();
        code.Open($"void {interfaceName}.WriteMember({Json}GeneratedJsonWriter json)");
        code.Open($"switch ({type})");
        foreach (UnionValueCode member in _emission.Union(union.FullName).Values)
        {
            string value = $"{member.As}()";
            string write = member.Type.Kind switch
            {
                TypeKind.Table => $"json.Table({value}!);",
                TypeKind.Struct => $"json.Struct({value}.GetValueOrDefault());",
                _ => $"json.Text({value});",
            };
            code.Line($"case {kind}.{CSharpNames.Identifier(member.Name)}: {write} break;");
        }

        code.Close();
        code.Close();
        code.Line();
        code.Open($"{self} {interfaceName}.ReadMember(ref {Json}GeneratedJsonReader json, long number)");
        code.Open("switch (number)");
        foreach (UnionValueCode member in _emission.Union(union.FullName).Values)
        {
            string valueType = _emission.ValueType(member.Type);
            string read = member.Type.Kind switch
            {
                TypeKind.Table => $"json.TableValue(new {valueType}())",
                TypeKind.Struct => $"json.StructValue<{valueType}>()",
                _ => "json.TextValue()",
            };
            code.Line($"case {member.Member.Id.Whole.ToString(CultureInfo.InvariantCulture)}: return {member.From}({read});");
        }

        code.Line("default: return default;");
        code.Close();
        code.Close();
    }

    // Generates a static field for each enum that the type's fields use. It contains the names of the enum's values in the schema.
    private void EmitNames(CodeWriter code, Definition definition, NameSet taken)
    {
        IEnumerable<TypeReference> types = definition is StructDefinition record
            ? record.Fields.Select(field => field.Type)
            : _emission.Table(definition.FullName).Fields.Select(field => field.Type);
        foreach (string fullName in types.Select(type => type.Element ?? type).Where(type => type.Kind == TypeKind.Enum).Select(type => type.Definition!).Distinct())
        {
            EnumDefinition definitionOfEnum = _emission.Index.Enum(fullName);
            string type = _emission.Type(fullName);
            string name = CSharpNames.Unique(CSharpNames.Pascal(definitionOfEnum.Name) + "Names", taken);
            _names.Add(fullName, name);
            IEnumerable<string> pairs = definitionOfEnum.Values.Select(value => $"{value.Name}={value.Value}");
            string convert = definitionOfEnum.Underlying == ScalarKind.ULong ? $"unchecked(({type})number)" : $"({type})number";
            string flags = definitionOfEnum.IsBitFlags ? ", isFlags: true" : "";
            code.Line($"private static readonly {Json}GeneratedJsonEnumNames<{type}> {name} = new({CSharpNames.Quote(string.Join(" ", pairs))}, {Range(definitionOfEnum.Underlying)}, value => {Number(definitionOfEnum.Underlying, "value")}, number => {convert}{flags});");
        }

        if (_names.Count > 0)
        {
            code.Line();
        }
    }

    private string Names(TypeReference type) => _names[type.Definition!];

    // The root table of a nested payload, or null if the field has none or its table is generated without the part that is needed.
    private TableCode? Nested(FieldCode field, CSharpParts needed) =>
        field.Field.NestedTable is string nested && _parts.HasFlag(needed)
            ? _emission.Table(nested)
            : null;

    private static string Number(ScalarKind kind, string value) => kind == ScalarKind.ULong ? $"unchecked((long){value})" : $"(long){value}";

    private static string Range(ScalarKind kind)
    {
        string type = CSharpNames.Keyword(kind);
        return kind switch
        {
            ScalarKind.Bool => "0, 1",
            ScalarKind.Byte or ScalarKind.Short or ScalarKind.Int or ScalarKind.Long => $"{type}.MinValue, (ulong){type}.MaxValue",
            _ => $"0, {type}.MaxValue",
        };
    }

    private static string Loop(TypeReference array) => $"for (int i = 0; i < {array.Length.ToString(CultureInfo.InvariantCulture)}; i++)";
}

using System;
using System.Collections.Generic;
using System.Linq;
using Codec.Schema.Diagnostics;
using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

/// <summary>Finds what a schema may say and C# may not: names that meet, and what generated code does not do.</summary>
internal sealed class CSharpCheck
{
    // Types of these names would stand before the library's namespaces, and the framework's.
    private static readonly string[] Namespaces =
        ["System", "Codec", "Codec.Capture", "Codec.Dispatch", "Codec.Framing", "Codec.Generated", "Codec.Json", "Codec.Packets", "Codec.Payloads", "Codec.Streams", "Codec.Transport"];

    private static readonly string[] TableTypes = ["", "View", "VectorView", "Writer", "VectorWriter", "Codec"];
    private static readonly string[] UnionTypes = ["", "Value", "View", "VectorView", "Writer", "VectorWriter", "Codec"];
    private static readonly string[] StructTypes = ["", "Codec"];
    private static readonly string[] PacketTypes = ["Registration"];

    private static readonly string[] TableMembers =
        ["PacketId", "GetMaxByteCount", "TryWrite", "Write", "Verify", "TryRead", "CompareByKey"];

    private static readonly string[] StructMembers = ["ByteSize", "PacketId", "TryWrite", "TryRead"];

    // With a nested field's name behind them, members of a table's writer.
    private static readonly string[] NestedMethods = ["Write", "Open", "Start"];

    private readonly List<SchemaDiagnostic> _diagnostics = [];
    private readonly Dictionary<string, string> _types = new(StringComparer.Ordinal);
    private readonly HashSet<string> _namespaces = new(Namespaces, StringComparer.Ordinal);
    private readonly SchemaModel _model;

    public CSharpCheck(SchemaModel model) => _model = model;

    public IReadOnlyList<SchemaDiagnostic> Run()
    {
        Definition[] definitions = [.. _model.Enums, .. _model.Unions, .. _model.Structs, .. _model.Tables];
        foreach (string scope in definitions.Select(definition => definition.Namespace))
        {
            for (int end = scope.Length; end > 0; end = scope.LastIndexOf('.', end - 1))
            {
                _namespaces.Add(scope.Substring(0, end));
            }
        }

        foreach (EnumDefinition definition in _model.Enums)
        {
            CheckEnum(definition);
        }

        foreach (UnionDefinition definition in _model.Unions)
        {
            CheckUnion(definition);
        }

        foreach (StructDefinition definition in _model.Structs)
        {
            CheckStruct(definition);
        }

        Emission emission = new(_model);
        foreach (TableDefinition definition in _model.Tables)
        {
            CheckTable(definition, emission.Table(definition.FullName));
        }

        return _diagnostics;
    }

    private void CheckEnum(EnumDefinition definition)
    {
        AddTypes(definition, [""]);
        foreach (EnumValue value in definition.Values.Where(value => value.Name == "value__"))
        {
            Report(SchemaRule.MemberNameTaken, value.Span, "C# has 'value__' in every enum; expected another name.");
        }
    }

    private void CheckUnion(UnionDefinition definition)
    {
        AddTypes(definition, UnionTypes);
        HashSet<string> taken = [definition.Name + "Value", definition.Name + "View", definition.Name + "Writer"];
        foreach (UnionMember member in definition.Members)
        {
            List<string> names = ["As" + member.Name, "From" + member.Name, "Write" + member.Name];
            if (member.Type.Kind == TypeKind.String)
            {
                names.Add($"As{member.Name}Utf8");
            }

            foreach (string name in names.Where(name => !taken.Add(name)))
            {
                Report(SchemaRule.MemberNameTaken, member.Span, $"'{member.Name}' of '{definition.FullName}' needs the name '{name}', which something else has in C#; expected another name.");
            }
        }
    }

    private void CheckStruct(StructDefinition definition)
    {
        AddTypes(definition, definition.Packet is null ? StructTypes : [.. StructTypes, .. PacketTypes]);
        IEnumerable<string> members = definition.Packet is null ? StructMembers.Take(1) : StructMembers;
        CheckTypeName(definition, StructEmitter.HasKey(definition) ? members.Concat(StructEmitter.KeyReserved) : members);
        foreach ((StructField field, string name) in StructEmitter.Fields(definition))
        {
            CheckFieldName(definition, field, name);
        }
    }

    private void CheckTable(TableDefinition definition, TableCode table)
    {
        AddTypes(definition, definition.Packet is null ? TableTypes : [.. TableTypes, .. PacketTypes]);
        CheckTypeName(definition, TableMembers);
        if (table.Size > TableCode.MaxSize)
        {
            Report(SchemaRule.NotInCSharp, definition.Span, $"'{definition.FullName}' takes more bytes than a vtable can say with all of its fields, {table.Size}; expected {TableCode.MaxSize} at most.");
        }

        foreach (FieldCode field in table.Fields)
        {
            CheckFieldName(definition, field.Field, field.Property);
            if (field.Field.IsOffset64)
            {
                Report(SchemaRule.NotInCSharp, field.Field.Span, $"'{field.Field.Name}' of '{definition.FullName}' lies behind an offset of 64 bits, which is longer than any packet; expected one of 32 bits.");
            }

            if (field.IsNested && NestedMethods.Contains(definition.Name) && field.Property == "Writer")
            {
                Report(SchemaRule.MemberNameTaken, field.Field.Span, $"'{field.Field.Name}' of '{definition.FullName}' needs the name '{definition.Name}Writer', which is its writer's in C#; expected another name.");
            }
        }
    }

    private void CheckTypeName(Definition definition, IEnumerable<string> members)
    {
        if (members.Contains(definition.Name))
        {
            Report(SchemaRule.MemberNameTaken, definition.Span, $"'{definition.FullName}' has the name of a member that its C# type has; expected another name.");
        }
    }

    private void CheckFieldName(Definition definition, FieldDefinition field, string name)
    {
        string wanted = CSharpNames.Pascal(field.Name);
        if (name != wanted)
        {
            string called = name == field.Name ? $"is not called '{wanted}'" : $"is called '{name}'";
            Report(SchemaRule.NameChanged, field.Span, $"'{field.Name}' of '{definition.FullName}' {called} in C#, because something else there has the name '{wanted}', or one made of it.");
        }
    }

    private void AddTypes(Definition definition, string[] suffixes)
    {
        foreach (string suffix in suffixes)
        {
            string type = definition.FullName + suffix;
            if (type == definition.FullName && definition.Name == "nint")
            {
                // Unlike a keyword, the name then means this type wherever it is in reach, in generated code as well.
                Report(SchemaRule.TypeNameTaken, definition.Span, $"'{type}' has the name of a type that C# has itself; expected another name.");
            }
            else if (_namespaces.Contains(type))
            {
                Report(SchemaRule.TypeNameTaken, definition.Span, $"'{definition.FullName}' needs the C# type '{type}', which is a namespace; expected another name.");
            }
            else if (_types.TryGetValue(type, out string? other))
            {
                Report(SchemaRule.TypeNameTaken, definition.Span, $"'{definition.FullName}' needs the C# type '{type}', which belongs to '{other}'; expected another name.");
            }
            else
            {
                _types.Add(type, definition.FullName);
            }
        }
    }

    private void Report(SchemaRule rule, SourceSpan span, string message) =>
        _diagnostics.Add(new SchemaDiagnostic { Rule = rule, Span = span, Message = message });
}

using System;
using System.Collections.Generic;
using System.Linq;
using Codec.Schema.Model;

namespace Codec.Schema.Cpp;

/// <summary>
/// Generates C++17 for a model: enums, structs, plain types, views, and the code that the library needs to write, verify and read them. The generated
/// headers require only those of <c>cpp/include/codec</c>.
/// </summary>
/// <remarks>The output depends only on the model and the options. Thread-safe.</remarks>
public static class CppMessageEmitter
{
    /// <summary>The suffix that follows the name of the schema in the name of a header.</summary>
    internal const string Suffix = "_messages.hpp";

    /// <summary>Adds diagnostics for files whose headers or protocol hashes would have the same name. If one is an error, the result has no model.</summary>
    /// <param name="result">The result of the compilation.</param>
    /// <returns>The result with the added diagnostics.</returns>
    /// <exception cref="ArgumentNullException">The result is null.</exception>
    public static SchemaResult Check(SchemaResult result) => CppCheck.Run(result, Suffix);

    /// <summary>Generates three headers for each of the model's root files: messages, their JSON, and their stream output.</summary>
    /// <param name="model">The model.</param>
    /// <param name="options">The options of the generated code.</param>
    /// <returns>The headers, in the order of the files.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public static EquatableArray<GeneratedFile> Emit(SchemaModel model, CppOptions options)
    {
        _ = model ?? throw new ArgumentNullException(nameof(model));
        _ = options ?? throw new ArgumentNullException(nameof(options));
        CppModel code = new(model, options);
        return new EquatableArray<GeneratedFile>(model.Files.Where(file => file.IsRoot).SelectMany(file => Emit(code, file)));
    }

    /// <summary>
    /// Returns the schemas whose headers a header includes: the schemas that the header's schemas include. If the definitions are in the header of another
    /// file in the same cycle of includes, it is only that file.
    /// </summary>
    internal static IEnumerable<string> Includes(CppModel model, SchemaFile file)
    {
        string[] own = model.FilesOf(file.Path);
        return own.Length == 0
            ? [model.LeaderOf(file.Path)]
            : own.SelectMany(path => model.Model.Files.First(other => other.Path == path).Includes).Distinct()
                .Where(included => !own.Contains(included) && HasDefinitions(model.Model, included));
    }

    private static GeneratedFile[] Emit(CppModel model, SchemaFile file)
    {
        string stem = SchemaFileName.Stem(file.Path);
        string[] files = model.FilesOf(file.Path);
        EnumDefinition[] enums = Of(model.Model.Enums, files);
        UnionDefinition[] unions = Of(model.Model.Unions, files);
        StructDefinition[] structs = Of(model.Model.Structs, files);
        TableDefinition[] tables = Of(model.Model.Tables, files);
        CppWriter code = new();
        code.Line($"// Written by `codec gen cpp` from {stem}.fbs. Do not edit.");
        code.Line("#pragma once");
        code.Line();
        code.Line("#include <codec/generated_code.hpp>");
        foreach (string included in Includes(model, file))
        {
            code.Line($"#include \"{SchemaFileName.Stem(included)}{Suffix}\"");
        }

        code.Line();
        code.InNamespaces(model, tables, (table, _) => code.Line($"struct {model.Names.Local(table.FullName)};\nclass {model.Names.Local(table.FullName, "View")};\nclass {model.Names.Local(table.FullName, "Writer")};"));
        code.InNamespaces<Definition>(model, [.. enums, .. unions], (definition, isFirst) => Enum(code, model, definition, isFirst));
        code.InNamespaces(model, structs, (definition, _) => Struct(code, model, definition));
        if (structs.Length > 0)
        {
            code.Open("namespace codec::wire {");
            foreach (StructDefinition definition in structs)
            {
                StructFacts(code, model, definition);
            }

            code.Close("}  // namespace codec::wire");
        }

        code.InNamespaces(model, unions, (definition, _) => Union(code, model, definition));
        code.InNamespaces(model, tables, (table, _) => new CppTableEmitter(code, model, model.Table(table.FullName)).Types());
        if (tables.Length > 0)
        {
            code.Open("namespace codec::generated {");
            foreach (TableDefinition table in tables)
            {
                new CppTableEmitter(code, model, model.Table(table.FullName)).Facts();
            }

            code.Close("}  // namespace codec::generated");
        }

        code.InNamespaces(model, tables, (table, _) =>
        {
            CppTableEmitter emitter = new(code, model, model.Table(table.FullName));
            emitter.View();
            emitter.Writer();
        });
        code.InNamespaces(
            model,
            [.. tables.Where(table => model.Table(table.FullName).Fields.Exists(field => field.Type.Kind == TypeKind.Table || model.Nested(field) is not null))],
            (table, _) => new CppTableEmitter(code, model, model.Table(table.FullName)).LateAccessors());
        foreach (string path in files)
        {
            Packets(code, model, SchemaFileName.Stem(path), Of(structs, [path]), Of(tables, [path]));
            foreach (string line in CppHash.Lines(model.Model, path))
            {
                code.Line(line);
            }
        }

        return
        [
            new GeneratedFile(stem + Suffix, code.ToString()),
            CppTextEmitter.Json(model, file, [.. enums, .. unions, .. structs, .. tables]),
            CppTextEmitter.Stream(model, file, [.. enums, .. unions, .. structs, .. tables]),
        ];
    }

    private static T[] Of<T>(IEnumerable<T> definitions, string[] files)
        where T : Definition => [.. definitions.Where(definition => files.Contains(definition.Span.Path))];

    private static bool HasDefinitions(SchemaModel model, string path) => HasDefinitions(model, path, []);

    private static bool HasDefinitions(SchemaModel model, string path, HashSet<string> visited)
    {
        IEnumerable<Definition> all = [.. model.Enums, .. model.Unions, .. model.Structs, .. model.Tables];
        return visited.Add(path)
            && (all.Any(definition => definition.Span.Path == path)
                || model.Files.First(file => file.Path == path).Includes.Any(included => HasDefinitions(model, included, visited)));
    }

    private static void Enum(CppWriter code, CppModel model, Definition definition, bool isFirst)
    {
        bool isFlags = definition is EnumDefinition { IsBitFlags: true };
        ScalarKind underlying = definition is EnumDefinition number ? number.Underlying : ((UnionDefinition)definition).Underlying;
        code.Gap();
        code.Documentation(definition.Documentation);
        code.Open($"enum class {model.Names.Local(definition.FullName)} : ::{CppNames.Scalar(underlying)} {{");
        HashSet<string> taken = [];
        if (definition is EnumDefinition { Values: var values })
        {
            foreach (EnumValue value in values)
            {
                code.Documentation(value.Documentation);
                code.Line($"{CppNames.Unique(CppNames.Identifier(value.Name), taken)} = {CppValues.Literal(value.Value)},");
            }
        }
        else
        {
            code.Line($"{CppNames.Unique("NONE", taken)} = 0,");
            foreach (UnionMember member in ((UnionDefinition)definition).Members)
            {
                code.Documentation(member.Documentation);
                code.Line($"{CppNames.Unique(CppNames.Identifier(member.Name), taken)} = {CppValues.Literal(member.Id)},");
            }
        }

        code.Close("};");
        if (isFlags)
        {
            code.Line($"CODEC_BIT_FLAGS({model.Names.Local(definition.FullName)})");
        }
    }

    private static void Struct(CppWriter code, CppModel model, StructDefinition definition)
    {
        string name = model.Names.Local(definition.FullName);
        bool isForced = definition.Alignment > definition.Fields.Max(field => field.Type.InlineAlignment);
        code.Gap();
        code.Documentation(definition.Documentation);
        code.Open($"struct {(isForced ? FormattableString.Invariant($"alignas({definition.Alignment}) ") : "")}{name} {{");
        List<(StructField Field, string Name)> fields = Fields(model, definition);
        foreach ((StructField field, string member) in fields)
        {
            code.Documentation(field.Documentation);
            code.Line($"{FieldType(model, field.Type)} {member}{{}};");
        }

        code.Close("};");
        code.Line($"static_assert(::std::is_trivially_copyable_v<{name}> && ::std::is_standard_layout_v<{name}>);");
        code.Line($"static_assert(sizeof({name}) == {definition.Size} && alignof({name}) == {definition.Alignment});");
        foreach ((StructField field, string member) in fields)
        {
            code.Line($"static_assert(offsetof({name}, {member}) == {field.Offset});");
        }
    }

    private static List<(StructField Field, string Name)> Fields(CppModel model, StructDefinition definition)
    {
        HashSet<string> taken = [model.Names.Local(definition.FullName)];
        return [.. definition.Fields.Select(field => (field, CppNames.Member(field.Name, hasType: false, taken)))];
    }

    private static string FieldType(CppModel model, TypeReference type) => type.Kind switch
    {
        TypeKind.Array => FormattableString.Invariant($"::std::array<{FieldType(model, type.Element!)}, {type.Length}>"),
        TypeKind.Scalar when type.Scalar == ScalarKind.Bool => "::codec::Bool",
        TypeKind.Scalar => Scalar(type.Scalar),
        _ => model.Names.Global(type.Definition!),
    };

    /// <summary>Returns the C++ type of a scalar.</summary>
    internal static string Scalar(ScalarKind kind) => kind switch
    {
        ScalarKind.Bool => "bool",
        ScalarKind.Float or ScalarKind.Double => CppNames.Scalar(kind),
        _ => "::" + CppNames.Scalar(kind),
    };

    private static void StructFacts(CppWriter code, CppModel model, StructDefinition definition)
    {
        code.Gap();
        code.Line("template <>");
        code.Open($"struct Struct<{model.Names.Global(definition.FullName)}> {{");
        code.Line($"static constexpr bool has_padding = {(HasPadding(model, definition) ? "true" : "false")};");
        code.Line("template <class Value, class Visit>");
        code.Open("static void fields(Value& value, Visit&& visit) {");
        foreach ((_, string member) in Fields(model, definition))
        {
            code.Line($"visit(value.{member});");
        }

        code.Close("}");
        if (definition.Fields.FirstOrDefault(field => field.IsKey && field.Type.Kind is TypeKind.Scalar or TypeKind.Enum) is { } key)
        {
            code.Line($"static auto key(const {model.Names.Global(definition.FullName)}& value) noexcept {{ return value.{Fields(model, definition).First(field => field.Field == key).Name}; }}");
        }

        code.Close("};");
    }

    private static bool HasPadding(CppModel model, StructDefinition definition) => definition.Fields.Any(field =>
    {
        TypeReference type = field.Type.Kind == TypeKind.Array ? field.Type.Element! : field.Type;
        return field.PaddingAfter > 0 || (type.Kind == TypeKind.Struct && HasPadding(model, model.Index.Struct(type.Definition!)));
    });

    private static void Union(CppWriter code, CppModel model, UnionDefinition definition)
    {
        string type = model.Names.Global(definition.FullName);
        HashSet<string> taken = ["NONE"];
        IEnumerable<string> cases = definition.Members.Select(member =>
        {
            string id = $"{type}::{CppNames.Unique(CppNames.Identifier(member.Name), taken)}";
            return member.Type.Kind switch
            {
                TypeKind.Table => $"::codec::TableCase<{id}, {model.Names.Global(member.Type.Definition!)}>",
                TypeKind.Struct => $"::codec::StructCase<{id}, {model.Names.Global(member.Type.Definition!)}>",
                _ => $"::codec::TextCase<{id}>",
            };
        });
        code.Gap();
        code.Line($"/// A value of the union {definition.FullName}, or no value.");
        code.Line($"using {model.Names.Local(definition.FullName, "Value")} = ::codec::Union<");
        code.Line($"    {string.Join(",\n    ", new[] { type }.Concat(cases))}>;");
    }

    private static void Packets(CppWriter code, CppModel model, string stem, StructDefinition[] structs, TableDefinition[] tables)
    {
        List<(PacketDefinition Packet, Definition Type)> packets =
        [
            .. tables.Where(table => table.Packet is not null).Select(table => (table.Packet!, (Definition)table)),
            .. structs.Where(definition => definition.Packet is not null).Select(definition => (definition.Packet!, (Definition)definition)),
        ];
        if (packets.Count == 0)
        {
            return;
        }

        packets.Sort((left, right) => left.Packet.Id.CompareTo(right.Packet.Id));
        code.Open("namespace codec {");
        foreach ((PacketDefinition packet, Definition type) in packets)
        {
            string name = model.Names.Global(packet.Type);
            code.Gap();
            code.Line("template <>");
            code.Open($"struct PacketTraits<{name}> {{");
            foreach (string line in CppEmitter.TraitLines(model.Model, packet, type))
            {
                code.Line(line);
            }

            if (!packet.IsStruct)
            {
                code.Line($"using view = {model.Names.Global(packet.Type, "View")};\nusing mirror = view;");
            }

            code.Close("};");
            if (!packet.IsStruct)
            {
                code.Line();
                code.Line("template <>");
                code.Line($"struct PacketTraits<{model.Names.Global(packet.Type, "View")}> : PacketTraits<{name}> {{");
                code.Line($"  using mirror = {name};");
                code.Line("};");
            }
        }

        code.Close("}  // namespace codec");
        code.InNamespaces(model, [packets[0].Type], (_, _) =>
        {
            code.Line($"/// The packets of {stem}.fbs: their ids, their traits, and a dispatch table that is built at compile time.");
            code.Line($"using {CppNames.List(stem)} = ::codec::PacketList<");
            code.Line("    " + string.Join(",\n    ", packets.Select(packet => model.Names.Global(packet.Packet.Type))) + ">;");
        });
    }
}

using System.Collections.Generic;
using System.Linq;
using Codec.Schema.Model;

namespace Codec.Schema.Cpp;

/// <summary>Generates the headers with names for JSON, and the headers with operators for streams.</summary>
internal static class CppTextEmitter
{
    /// <summary>The suffix that follows the name of the schema in the name of the header for JSON.</summary>
    public const string JsonSuffix = "_json.hpp";

    /// <summary>The suffix that follows the name of the schema in the name of the header for streams.</summary>
    public const string StreamSuffix = "_stream.hpp";

    /// <summary>Generates the header for JSON.</summary>
    public static GeneratedFile Json(CppModel model, SchemaFile file, IEnumerable<Definition> definitions)
    {
        Definition[] all = [.. definitions];
        CppWriter code = Start(file, "<codec/json.hpp>", CppMessageEmitter.Suffix, JsonSuffix, model);
        if (all.Length > 0)
        {
            code.Open("namespace codec::generated {");
            foreach (Definition definition in all)
            {
                Names(code, model, definition);
            }

            code.Close("}  // namespace codec::generated");
        }

        return new GeneratedFile(SchemaFileName.Stem(file.Path) + JsonSuffix, code.ToString());
    }

    /// <summary>Generates the header for streams.</summary>
    public static GeneratedFile Stream(CppModel model, SchemaFile file, IEnumerable<Definition> definitions)
    {
        CppWriter code = Start(file, "<codec/stream.hpp>", JsonSuffix, StreamSuffix, model);
        code.InNamespaces(model, [.. definitions], (definition, _) =>
        {
            string parameter = definition is EnumDefinition or UnionDefinition ? "" : "const ";
            string reference = parameter.Length == 0 ? "" : "&";
            code.Line($"inline ::std::ostream& operator<<(::std::ostream& out, {parameter}{model.Names.Local(definition.FullName)}{reference} value) {{ return ::codec::show(out, value); }}");
        });
        return new GeneratedFile(SchemaFileName.Stem(file.Path) + StreamSuffix, code.ToString());
    }

    private static CppWriter Start(SchemaFile file, string library, string ownSuffix, string suffix, CppModel model)
    {
        string stem = SchemaFileName.Stem(file.Path);
        CppWriter code = new();
        code.Line($"// Written by `codec gen cpp` from {stem}.fbs. Do not edit.");
        code.Line("#pragma once");
        code.Line();
        code.Line($"#include {library}");
        code.Line($"#include \"{stem}{ownSuffix}\"");
        foreach (string included in CppMessageEmitter.Includes(model, file))
        {
            code.Line($"#include \"{SchemaFileName.Stem(included)}{suffix}\"");
        }

        code.Line();
        return code;
    }

    private static void Names(CppWriter code, CppModel model, Definition definition)
    {
        string type = model.Names.Global(definition.FullName);
        string[] names = definition switch
        {
            EnumDefinition number => [.. number.Values.Select(value => value.Name)],
            UnionDefinition union => ["NONE", .. union.Members.Select(member => member.Name)],
            StructDefinition record => [.. record.Fields.Select(field => field.Name)],
            TableDefinition table => [.. model.Table(table.FullName).Fields.Select(field => field.Field.Name)],
            _ => [],
        };
        if (names.Length == 0)
        {
            return;
        }

        code.Gap();
        code.Line("template <>");
        code.Open($"struct Names<{type}> {{");
        if (definition is EnumDefinition or UnionDefinition)
        {
            HashSet<string> taken = [];
            code.Line($"static constexpr bool is_flags = {(definition is EnumDefinition { IsBitFlags: true } ? "true" : "false")};");
            code.Line($"static constexpr EnumName<{type}> values[] = {{");
            code.Line("    " + string.Join(",\n    ", names.Select(name => $"{{\"{name}\", {type}::{CppNames.Unique(CppNames.Identifier(name), taken)}}}")) + "};");
        }
        else
        {
            code.Line($"static constexpr ::std::string_view names[] = {{{string.Join(", ", names.Select(name => $"\"{name}\""))}}};");
        }

        code.Close("};");
    }
}

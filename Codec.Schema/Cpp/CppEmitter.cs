using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using Codec.Schema.Model;

namespace Codec.Schema.Cpp;

/// <summary>
/// Generates the C++ that the library in <c>cpp/include/codec</c> needs in addition to the output of <c>flatc --cpp</c>: the traits of each packet
/// type, the list of packets with its dispatch table, structs with public fields and an asserted layout, and the protocol hash.
/// </summary>
/// <remarks>The output depends only on the model. Thread-safe.</remarks>
public static class CppEmitter
{
    private const string Suffix = "_packets.hpp";

    /// <summary>Adds diagnostics for files whose headers or protocol hashes would have the same name. If one is an error, the result has no model.</summary>
    /// <param name="result">The result of the compilation.</param>
    /// <returns>The result with the added diagnostics.</returns>
    /// <exception cref="ArgumentNullException">The result is null.</exception>
    public static SchemaResult Check(SchemaResult result) => CppCheck.Run(result, Suffix);

    /// <summary>Generates a header for each of the model's root files.</summary>
    /// <param name="model">The model.</param>
    /// <returns>The headers, in the order of the files.</returns>
    /// <exception cref="ArgumentNullException">The model is null.</exception>
    public static EquatableArray<GeneratedFile> Emit(SchemaModel model)
    {
        _ = model ?? throw new ArgumentNullException(nameof(model));
        return new EquatableArray<GeneratedFile>(model.Files.Where(file => file.IsRoot).Select(file => Emit(model, file.Path)));
    }

    private static GeneratedFile Emit(SchemaModel model, string path)
    {
        string stem = SchemaFileName.Stem(path);
        StructDefinition[] structs = [.. model.Structs.Where(definition => definition.Span.Path == path)];
        List<(PacketDefinition Packet, Definition Type)> packets =
        [
            .. model.Tables.Where(table => table.Span.Path == path && table.Packet is not null).Select(table => (table.Packet!, (Definition)table)),
            .. structs.Where(definition => definition.Packet is not null).Select(definition => (definition.Packet!, (Definition)definition)),
        ];
        packets.Sort((left, right) => left.Packet.Id.CompareTo(right.Packet.Id));

        StringBuilder text = new();
        Line(text, $"// Written by `codec gen cpp-flatc` from {stem}.fbs. Do not edit.");
        Line(text, "#pragma once");
        Line(text);
        string[] hash = CppHash.Lines(model, path);
        if (packets.Count > 0 || structs.Length > 0)
        {
            Includes(text, packets.Count > 0);
        }
        else if (hash.Length > 0)
        {
            Line(text, "#include <cstdint>");
            Line(text);
        }

        Line(text, $"#include \"{stem}_generated.h\"");
        foreach (string included in IncludedWithStructs(model, path))
        {
            Line(text, $"#include \"{HeaderName(included)}\"");
        }

        Traits(text, packets, structs, model);
        Declarations(text, stem, packets, structs);
        if (hash.Length > 0)
        {
            Line(text);
            Array.ForEach(hash, line => Line(text, line));
        }

        return new GeneratedFile(HeaderName(path), text.ToString());
    }

    private static string HeaderName(string path) => SchemaFileName.Stem(path) + Suffix;

    private static void Includes(StringBuilder text, bool hasPackets)
    {
        if (hasPackets)
        {
            Line(text, "#include <codec/flatbuffers.hpp>");
            Line(text, "#include <codec/packet_list.hpp>");
            Line(text, "#include <codec/packet_traits.hpp>");
            Line(text);
        }

        Line(text, "#include <cstddef>");
        Line(text, "#include <cstdint>");
        Line(text, "#include <string_view>");
        Line(text, "#include <type_traits>");
        Line(text);
    }

    /// <summary>Returns the included files that declare or include structs. The structs of this file may contain them.</summary>
    private static IEnumerable<string> IncludedWithStructs(SchemaModel model, string path) =>
        model.Files.First(file => file.Path == path).Includes.Where(included => HasStructs(model, included, [])).Distinct();

    private static bool HasStructs(SchemaModel model, string path, HashSet<string> visited) =>
        visited.Add(path)
        && (model.Structs.Any(definition => definition.Span.Path == path)
            || model.Files.First(file => file.Path == path).Includes.Any(included => HasStructs(model, included, visited)));

    private static void Traits(
        StringBuilder text, List<(PacketDefinition Packet, Definition Type)> packets, StructDefinition[] structs, SchemaModel model)
    {
        if (packets.Count == 0)
        {
            return;
        }

        foreach (StructDefinition definition in structs.Where(definition => definition.Packet is not null))
        {
            Line(text);
            Line(text, $"namespace {PlainNamespace(definition.Namespace)} {{");
            Line(text, $"struct {CppNames.Identifier(definition.Name)};");
            Line(text, "}");
        }

        Line(text);
        Line(text, "namespace codec {");
        foreach ((PacketDefinition packet, Definition type) in packets)
        {
            Line(text);
            Line(text, "template <>");
            Line(text, $"struct PacketTraits<{CppNames.Global(packet.Type)}> {{");
            foreach (string line in TraitLines(model, packet, type))
            {
                Line(text, "  " + line);
            }

            if (packet.IsStruct)
            {
                Line(text, $"  using mirror = {CppNames.Plain(packet.Type)};");
            }

            Line(text, "};");
            if (packet.IsStruct)
            {
                Line(text);
                Line(text, "template <>");
                Line(text, $"struct PacketTraits<{CppNames.Plain(packet.Type)}> : PacketTraits<{CppNames.Global(packet.Type)}> {{");
                Line(text, $"  using mirror = {CppNames.Global(packet.Type)};");
                Line(text, "};");
            }
        }

        Line(text);
        Line(text, "}  // namespace codec");
    }

    /// <summary>Returns the lines of a packet's traits that are the same for a type generated by flatc and a type generated by Codec.</summary>
    internal static IEnumerable<string> TraitLines(SchemaModel model, PacketDefinition packet, Definition type)
    {
        yield return FormattableString.Invariant($"static constexpr ::std::uint32_t id = {packet.Id};");
        yield return $"static constexpr ::std::string_view name = \"{packet.Type}\";";
        yield return $"static constexpr PayloadKind kind = PayloadKind::{(packet.IsStruct ? "Struct" : "FlatBuffers")};";
        yield return $"static constexpr PacketDirections directions = PacketDirections::{Direction(packet.Direction)};";
        yield return $"static constexpr ::std::uint32_t max_payload_size = {MaxSize(packet, type)};";
        if (packet.IsPacked)
        {
            yield return "static constexpr bool is_packed = true;";
        }

        if (packet.MaxDepth is int depth)
        {
            yield return FormattableString.Invariant($"static constexpr ::std::uint32_t max_depth = {depth};");
        }

        if (packet.MaxTables is int tables)
        {
            yield return FormattableString.Invariant($"static constexpr ::std::uint32_t max_tables = {tables};");
        }

        if (model.Files.LastOrDefault(file => file.RootType == packet.Type && file.FileIdentifier is not null) is { } root)
        {
            yield return $"static constexpr char identifier[] = \"{CppNames.Literal(root.FileIdentifier!)}\";";
        }
    }

    private static string PlainNamespace(string scope) => scope.Length == 0 ? "plain" : CppNames.Path(scope) + "::plain";

    private static string Direction(PacketDirection direction) => direction switch
    {
        PacketDirection.Client => "ToServer",
        PacketDirection.Server => "ToClient",
        _ => "Both",
    };

    private static string MaxSize(PacketDefinition packet, Definition type) =>
        packet.LimitOf(type) is { } limit ? FormattableString.Invariant($"{limit}")
        : type is StructDefinition definition ? FormattableString.Invariant($"{definition.Size}")
        : "unlimited_payload";

    private static void Declarations(
        StringBuilder text, string stem, List<(PacketDefinition Packet, Definition Type)> packets, StructDefinition[] structs)
    {
        string? home = packets.Count > 0 ? packets[0].Type.Namespace : null;
        if (home is not null && (structs.Length == 0 || structs[0].Namespace != home))
        {
            Namespace(text, stem, home, packets, []);
            home = null;
        }

        // A struct follows the structs that it contains, so a namespace may be opened more than once.
        for (int start = 0, end; start < structs.Length; start = end)
        {
            string scope = structs[start].Namespace;
            for (end = start + 1; end < structs.Length && structs[end].Namespace == scope;)
            {
                end++;
            }

            Namespace(text, stem, scope, home is null ? [] : packets, structs.Skip(start).Take(end - start));
            home = null;
        }
    }

    private static void Namespace(
        StringBuilder text, string stem, string scope, List<(PacketDefinition Packet, Definition Type)> packets, IEnumerable<StructDefinition> structs)
    {
        string path = CppNames.Path(scope);
        if (scope.Length > 0)
        {
            Line(text);
            Line(text, $"namespace {path} {{");
        }

        if (packets.Count > 0)
        {
            Line(text);
            Line(text, $"/// The packets of {stem}.fbs: their ids, their traits, and a dispatch table that is built at compile time.");
            Line(text, $"using {CppNames.List(stem)} = ::codec::PacketList<");
            Line(text, string.Join(",\n", packets.Select(packet => "    " + CppNames.Global(packet.Packet.Type))) + ">;");
        }

        if (structs.Any())
        {
            Mirrors(text, stem, structs);
        }

        if (scope.Length > 0)
        {
            Line(text);
            Line(text, $"}}  // namespace {path}");
        }
    }

    private static void Mirrors(StringBuilder text, string stem, IEnumerable<StructDefinition> structs)
    {
        Line(text);
        Line(text, $"/// The structs of {stem}.fbs, with named fields and the same bytes as flatc's structs.");
        Line(text, "namespace plain {");
        foreach (StructDefinition definition in structs)
        {
            string name = CppNames.Identifier(definition.Name);
            bool isForced = definition.Alignment > definition.Fields.Max(field => field.Type.InlineAlignment);
            Line(text);
            Line(text, $"struct {(isForced ? FormattableString.Invariant($"alignas({definition.Alignment}) ") : string.Empty)}{name} {{");
            foreach (StructField field in definition.Fields)
            {
                string array = field.Type.Kind == TypeKind.Array ? FormattableString.Invariant($"[{field.Type.Length}]") : string.Empty;
                Line(text, $"  {CppNames.Type(field.Type)} {CppNames.Identifier(field.Name)}{array};");
            }

            Line(text, "};");
            Line(text);
            Line(text, $"static_assert(std::is_trivially_copyable_v<{name}> && std::is_standard_layout_v<{name}>);");
            Line(text, $"static_assert(sizeof({name}) == {definition.Size} && alignof({name}) == {definition.Alignment});");
            foreach (StructField field in definition.Fields)
            {
                Line(text, $"static_assert(offsetof({name}, {CppNames.Identifier(field.Name)}) == {field.Offset});");
            }

            string theirs = CppNames.Global(definition.FullName);
            Line(text, $"static_assert(sizeof({name}) == sizeof({theirs}) && alignof({name}) == alignof({theirs}));");
        }

        Line(text);
        Line(text, "}  // namespace plain");
    }

    private static void Line(StringBuilder text, string line = "") => text.Append(line).Append('\n');
}

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using Codec.Schema.Model;

namespace Codec.Schema.Wireshark;

/// <summary>
/// Generates a Wireshark dissector in Lua: tables that describe the packet format and the types, followed by the code that uses them. That code is
/// the same for every schema.
/// </summary>
/// <remarks>The output depends only on the model and the options. Thread-safe.</remarks>
public static class WiresharkEmitter
{
    private static readonly Lazy<string> Code = new(ReadCode);

    /// <summary>Generates one dissector for all packets of a model.</summary>
    /// <param name="model">The model.</param>
    /// <param name="options">The packet format and the ports.</param>
    /// <returns>The file. It is named after the model's first root file that declares packets, in lower case, with the extension <c>.lua</c>.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public static GeneratedFile Emit(SchemaModel model, WiresharkOptions options)
    {
        _ = model ?? throw new ArgumentNullException(nameof(model));
        _ = options ?? throw new ArgumentNullException(nameof(options));
        HashSet<string> withPackets = [.. model.Packets.Select(packet => packet.Span.Path)];
        string[] stems =
        [
            .. model.Files.Where(file => file.IsRoot).OrderBy(file => withPackets.Contains(file.Path) ? 0 : 1).Select(file => SchemaFileName.Stem(file.Path)),
        ];
        return new Emission(model, options, stems).Emit();
    }

    private static string ReadCode()
    {
        using Stream stream = typeof(WiresharkEmitter).Assembly.GetManifestResourceStream("Codec.Schema.dissector.lua")!;
        using StreamReader reader = new(stream, Encoding.UTF8);
        return reader.ReadToEnd().Replace("\r\n", "\n");
    }

    private sealed class Emission(SchemaModel model, WiresharkOptions options, string[] stems)
    {
        private readonly StringBuilder _text = new();
        private readonly WiresharkNames _names = new(stems.Length == 0 ? "" : stems[0]);
        private readonly Definition[] _records = [.. model.Structs, .. model.Tables];
        private readonly Dictionary<string, int> _numbers = [];

        internal GeneratedFile Emit()
        {
            Number(model.Enums);
            Number(model.Unions);
            Number(_records);
            Line($"-- Written by `codec gen wireshark` from {string.Join(", ", stems.Select(stem => Comment(stem) + ".fbs"))}. Do not edit.");
            Line("-- Copy it to Wireshark's folder of personal Lua plugins, or load it with: tshark -X lua_script:FILE");
            Line();
            Protocol();
            Line($"local enums, unions, types, packets = {{}}, {{}}, {{}}, {{}}");
            foreach (EnumDefinition definition in model.Enums)
            {
                Enum(definition);
            }

            foreach (UnionDefinition definition in model.Unions)
            {
                Union(definition);
            }

            foreach (Definition definition in _records)
            {
                Record(definition);
            }

            foreach (PacketDefinition packet in model.Packets)
            {
                Packet(packet);
            }

            Line();
            _text.Append(Code.Value);
            return new GeneratedFile(_names.Protocol + ".lua", _text.ToString());
        }

        private static string Comment(string text) => new([.. text.Select(c => c < ' ' ? ' ' : c)]);

        private static string Kind(ScalarKind kind) => kind switch
        {
            ScalarKind.Bool => "bool",
            ScalarKind.Byte => "i8",
            ScalarKind.UByte => "u8",
            ScalarKind.Short => "i16",
            ScalarKind.UShort => "u16",
            ScalarKind.Int => "i32",
            ScalarKind.UInt => "u32",
            ScalarKind.Long => "i64",
            ScalarKind.ULong => "u64",
            ScalarKind.Float => "f32",
            _ => "f64",
        };

        private static string Invariant(FormattableString text) => FormattableString.Invariant(text);

        private void Number(IEnumerable<Definition> definitions)
        {
            int number = 0;
            foreach (Definition definition in definitions)
            {
                _numbers.Add(definition.FullName, ++number);
            }
        }

        private void Protocol()
        {
            string title = stems.Length == 0 ? "Codec" : string.Join(", ", stems.Select(stem => stem + ".fbs"));
            string[] always = ["size", "id", "name", "payload", "malformed", "truncated", "unknown", "limit"];
            string[] parts = model.Packets.Any(packet => packet.IsPacked) ? [.. always, "packed", "ratio"] : always;
            Line($"local protocol = {{ name = {LuaText.Quote(_names.Protocol)}, title = {LuaText.Quote($"Codec packets of {title}")}, column = {LuaText.Quote(_names.Protocol.ToUpperInvariant())} }}");
            Line($"protocol.filters = {{ {string.Join(", ", parts.Select(part => $"{part} = {LuaText.Quote(_names.Own(part))}"))} }}");
            int header = options.SizeWidth + options.IdWidth;
            Line(Invariant($"local format = {{ size_width = {options.SizeWidth}, id_width = {options.IdWidth}, size_first = {(options.IsIdFirst ? "false" : "true")}, ")
                + Invariant($"big_endian = {(options.IsBigEndian ? "true" : "false")}, counted_header = {(options.SizeCountsHeader ? header : 0)}, max_payload = {options.MaxPayloadSize} }}"));
            Line($"local ports = {LuaText.Quote(string.Join(",", options.Ports))}");
        }

        private void Enum(EnumDefinition definition)
        {
            string start = Invariant($"enums[{_numbers[definition.FullName]}] = {{ ");
            if (definition.IsBitFlags)
            {
                // NONE is not a bit.
                IEnumerable<string> bits = definition.Values.Where(value => !value.Value.IsZero).Select(value => Bit(definition, value));
                Line(start + $"bits = {{ {string.Join(", ", bits)} }} }}");
            }
            else
            {
                Line(start + $"names = {{ {string.Join(", ", definition.Values.Select(value => $"{LuaText.Key(value.Value)} = {LuaText.Quote(value.Name)}"))} }} }}");
            }
        }

        private string Bit(EnumDefinition definition, EnumValue value)
        {
            int bit = 0;
            while ((value.Value.Bits >> bit & 1) == 0)
            {
                bit++;
            }

            string filter = LuaText.Quote(_names.Member(definition.FullName, value.Name));
            return Invariant($"{{ name = {LuaText.Quote(value.Name)}, filter = {filter}, byte = {bit / 8}, mask = {1 << bit % 8} }}");
        }

        private void Union(UnionDefinition definition)
        {
            string none = LuaText.Key(ScalarValue.OfWhole(definition.Underlying, 0)) + " = \"NONE\"";
            IEnumerable<string> names = definition.Members.Select(member => $"{LuaText.Key(member.Id)} = {LuaText.Quote(member.Name)}");
            IEnumerable<string> members = definition.Members.Select(member => $"{LuaText.Key(member.Id)} = {{ name = {LuaText.Quote(member.Name)}, {Value(member.Type)} }}");
            string head = Invariant($"unions[{_numbers[definition.FullName]}]");
            Line($"{head} = {{ kind = \"{Kind(definition.Underlying)}\", names = {{ {string.Join(", ", names.Prepend(none))} }} }}");
            Line($"{head}.members = {{ {string.Join(", ", members)} }}");
        }

        private void Record(Definition definition)
        {
            string layout = definition is StructDefinition fixedLayout ? Invariant($", size = {fixedLayout.Size}, align = {fixedLayout.Alignment}") : "";
            Line(Invariant($"types[{_numbers[definition.FullName]}] = {{ name = {LuaText.Quote(definition.FullName)}{layout}, fields = {{"));
            IEnumerable<FieldDefinition> fields = definition is StructDefinition record
                ? record.Fields
                : ((TableDefinition)definition).Fields.Where(field => !field.IsDeprecated);
            foreach (FieldDefinition field in fields)
            {
                Line($"  {{ {Field(definition, field)} }},");
            }

            Line("} }");
        }

        private string Field(Definition owner, FieldDefinition field)
        {
            string filter = _names.Member(owner.FullName, field.Name);
            List<string> parts = [$"name = {LuaText.Quote(field.Name)}", $"filter = {LuaText.Quote(filter)}"];
            TypeReference type = field.Type;
            TableField? table = field as TableField;
            if (IsBytes(type))
            {
                parts.Add("kind = \"bytes\"");
            }
            else if (type.Kind is TypeKind.Vector or TypeKind.Array)
            {
                TypeReference element = type.Element!;
                parts.Add(type.Kind == TypeKind.Vector ? $"kind = \"vector\", count_filter = {LuaText.Quote(_names.Suffixed(filter, ".count"))}" : Invariant($"kind = \"array\", count = {type.Length}"));
                parts.Add(Invariant($"element = {{ {Value(element)}, size = {element.InlineSize}, align = {element.InlineAlignment} }}"));
            }
            else
            {
                parts.Add(Value(type));
            }

            if (table is null)
            {
                parts.Add(Invariant($"offset = {((StructField)field).Offset}"));
            }
            else
            {
                parts.Add(Invariant($"id = {table.Id}, size = {type.InlineSize}, align = {type.InlineAlignment}"));
                parts.AddRange(Extras(table, filter));
            }

            return string.Join(", ", parts);
        }

        private IEnumerable<string> Extras(TableField field, string filter)
        {
            if (field.HasUnionType)
            {
                string owner = field.Type.Kind == TypeKind.Vector ? "element_type_filter" : "type_filter";
                string text = field.Type.Kind == TypeKind.Vector ? "element_text_filter" : "text_filter";
                yield return Invariant($"type_id = {field.UnionTypeId}, {owner} = {LuaText.Quote(_names.Suffixed(filter, "_type"))}");
                yield return $"{text} = {LuaText.Quote(_names.Suffixed(filter, ".string"))}";
            }

            if (field.Presence == FieldPresence.Required)
            {
                yield return "required = true";
            }

            if (field.Default is { } value)
            {
                yield return $"default = {LuaText.Value(value)}";
            }
            else if (field.DefaultText is not null)
            {
                yield return $"default = {LuaText.Quote(field.DefaultText)}";
            }

            if (field.NestedFlatBuffer is not null)
            {
                yield return Invariant($"nested = {_numbers[field.NestedFlatBuffer]}");
            }

            if (field.IsOffset64)
            {
                yield return "wide = true";
            }

            if (field.IsVector64)
            {
                yield return "wide_count = true";
            }
        }

        private static bool IsBytes(TypeReference type) => type is { Kind: TypeKind.Vector, Element: { Kind: TypeKind.Scalar, Scalar: ScalarKind.UByte } };

        private string Value(TypeReference type) => type.Kind switch
        {
            TypeKind.Scalar => $"kind = \"{Kind(type.Scalar)}\"",
            TypeKind.Enum => Invariant($"kind = \"{Kind(type.Scalar)}\", enum = {_numbers[type.Definition!]}"),
            TypeKind.String => "kind = \"string\"",
            TypeKind.Union => Invariant($"kind = \"union\", union = {_numbers[type.Definition!]}"),
            TypeKind.Struct => Invariant($"kind = \"struct\", type = {_numbers[type.Definition!]}"),
            _ => Invariant($"kind = \"table\", type = {_numbers[type.Definition!]}"),
        };

        private void Packet(PacketDefinition packet)
        {
            List<string> parts = [$"name = {LuaText.Quote(packet.Type)}", $"filter = {LuaText.Quote(_names.Type(packet.Type))}", Invariant($"type = {_numbers[packet.Type]}")];
            if (packet.MaxSize is { } limit)
            {
                parts.Add(Invariant($"max_size = {limit}"));
            }

            if (packet.IsPacked)
            {
                parts.Add(Invariant($"unpacked_limit = {packet.LimitOf(_records.First(record => record.FullName == packet.Type))}"));
            }

            if (model.Files.LastOrDefault(file => file.RootType == packet.Type && file.FileIdentifier is not null) is { } root)
            {
                parts.Add($"identifier = {LuaText.Quote(root.FileIdentifier!)}");
            }

            Line(Invariant($"packets[{packet.Id}] = {{ {string.Join(", ", parts)} }}"));
        }

        private void Line(string line = "") => _text.Append(line).Append('\n');
    }
}

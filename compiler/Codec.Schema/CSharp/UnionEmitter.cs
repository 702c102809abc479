namespace Codec.Schema.CSharp;

/// <summary>Generates a union: a struct with a value, and its nested types that write, read and verify.</summary>
internal sealed partial class UnionEmitter(CSharpModel model, CSharpUnion union)
{
    private const string Hidden = CSharpModel.Hidden;
    private const string PayloadWriter = "ref Payloads_::PayloadWriter writer";
    private readonly string _name = CSharpNames.Identifier(union.Name);
    private readonly string _self = CSharpModel.Self(union.Definition);
    private readonly string _kind = union.Members["Kind"];
    private readonly int _typeSize = ScalarType.Of(union.Definition.Underlying).Size;

    private MemberNames Members => union.Members;
    private IReadOnlyList<CSharpUnionMember> Values => union.Values;
    private string View => Members["View"];
    private string Type => Members["Type"];
    private int TypeAlignment => Math.Max(4, _typeSize);

    public string Emit() => CodeText.Of($$"""
        {{XmlComment.Summary(union.Definition.Documentation, $"A value of the union {union.Definition.FullName}, or none.")}}
        {{CSharpNames.Declaration(union.Definition)}}
        {
            {{EnumEmitter.EmitUnionTypes(union)}}

            private {{_name}}({{_kind}} type, object value)
            {
                {{Type}} = type;
                {{Members["Value"]}} = value;
            }

            /// <summary>Gets the type of the value.</summary>
            public {{_kind}} {{Type}} { get; }

            /// <summary>Gets the value, or null if there is none.</summary>
            public object? {{Members["Value"]}} { get; }
            {{Values.Select(Conversions)}}

            {{ViewType()}}

            {{VectorView()}}

            {{Writer()}}

            {{VectorWriter()}}

            /// <summary>The methods that write and verify, for generated code.</summary>
            {{Hidden}} public static class {{Members["Layout"]}}
            {
                {{MaxSizeMethods()}}

                {{WriteMethods()}}

                {{VerifyMethods()}}
            }
        }
        """);

    private string Value(CSharpUnionMember member) => $"{_kind}.{CSharpNames.Identifier(member.Name)}";

    // The arms of a switch expression over the types.
    private string Arms(
        Func<CSharpUnionMember, string> table, Func<CSharpUnionMember, string> record, Func<CSharpUnionMember, string> text) =>
        CodeText.Lines(Values.Select(member =>
        {
            Func<CSharpUnionMember, string> arm = member.Type.Kind switch { TypeKind.Table => table, TypeKind.Struct => record, _ => text };
            return $"{Value(member)} => {arm(member)},";
        }));

    private string Layout(CSharpUnionMember member) => model.Nested(member.Type, "Layout");

    private StructDefinition Struct(CSharpUnionMember member) => model.Index.Struct(member.Type.Definition!);

    private string Conversions(CSharpUnionMember member)
    {
        string type = model.ValueType(member.Type);
        bool isStruct = member.Type.Kind == TypeKind.Struct;
        string stored = Members["Value"];
        string value = isStruct ? "value" : "Wire_::GeneratedThrow.NotNull(value, \"value\")";
        return CodeText.Of($"""

            /// <summary>Gets the value if it is {member.Name}; otherwise null.</summary>
            public {type}? {member.As}() => {Type} == {Value(member)} ? {(isStruct ? $"({type}?){stored}" : $"{stored} as {type}")} : null;

            /// <summary>Creates a value that is {member.Name}.</summary>
            public static {_self} {member.From}({type} value) => new {_self}({Value(member)}, {value});
            """);
    }

    private string MaxSizeMethods()
    {
        string arms = Arms(
            member => $"Wire_::TableWriter.MaxSize<{Layout(member)}>(value.{member.As}(), depth)",
            member => CodeText.Of($"{Struct(member).Size + Struct(member).Alignment + 3}"),
            member => $"Wire_::GeneratedWriter.MaxTextSize(value.{member.As}())");
        return CodeText.Of($$"""
            public static long MaxSize({{_self}} value, int depth) => value.{{Type}} switch
            {
                {{arms}}
                _ => 0,
            };

            public static long MaxSize(Payloads_::FieldList<{{_self}}>? list, int depth)
            {
                long size = Wire_::GeneratedWriter.MaxListSize(list, 4, 4) \
                + Wire_::GeneratedWriter.MaxListSize(list, {{_typeSize}}, {{TypeAlignment}});
                foreach ({{_self}} value in Wire_::GeneratedWriter.Elements(list))
                {
                    size += MaxSize(value, depth);
                }

                return size;
            }
            """);
    }

    private string WriteMethods()
    {
        const string Slots = "ref byte origin, int at, int slot, int typeSlot";
        const string To = "ref origin, at, vtables.End, slot";
        string arms = Arms(
            member => $"Wire_::TableWriter.Table<{Layout(member)}>(ref origin, at, slot, value.{member.As}(), ref vtables, depth)",
            member => CodeText.Of($"""
                Wire_::GeneratedWriter.Struct({To}, value.{member.As}().GetValueOrDefault(), {Struct(member).Alignment})
                """),
            member => $"Wire_::GeneratedWriter.Text({To}, value.{member.As}(), false)");
        return CodeText.Of($$"""
            public static int Write({{Slots}}, {{_self}} value, ref Wire_::GeneratedVTables vtables, int depth)
            {
                Wire_::GeneratedBytes.Store(ref origin, typeSlot, value.{{Type}});
                return at < 0 ? at : value.{{Type}} switch
                {
                    {{arms}}
                    _ => Wire_::GeneratedWriter.None(ref origin, at, slot),
                };
            }

            public static int Write({{Slots}}, Sys_::ReadOnlySpan<{{_self}}> values, ref Wire_::GeneratedVTables vtables, int depth)
            {
                if (Wire_::GeneratedWriter.IsAbsent(values) || at < 0) \
                { return Wire_::GeneratedWriter.None(ref origin, Wire_::GeneratedWriter.None(ref origin, at, typeSlot), slot); }
                at = Wire_::GeneratedWriter.VectorHead(ref origin, at, vtables.End, typeSlot, values.Length, {{_typeSize}}, \
                {{TypeAlignment}}, out int types);
                at = at < 0 ? at : Wire_::GeneratedWriter.VectorHead({{To}}, values.Length, 4, 4, out slot);
                for (int i = 0; at >= 0 && i < values.Length; i++)
                {
                    at = Write(ref origin, at, slot + (4 * i), types + ({{_typeSize}} * i), values[i], ref vtables, depth);
                }

                return at;
            }
            """);
    }

    private string VerifyMethods()
    {
        const string Budget = "int depth, ref Wire_::GeneratedVerifierBudget budget";
        string load = $"Wire_::GeneratedBytes.Load<{_kind}>(ref Wire_::GeneratedBytes.Place(buffer, ";
        string arms = Arms(
            member => $"Wire_::TableVerifier.At<{Layout(member)}>(buffer, slot, depth, ref budget)",
            member => CodeText.Of($"Wire_::GeneratedVerifier.Struct(buffer, slot, {Struct(member).Size}, {Struct(member).Alignment})"),
            _ => "Wire_::GeneratedVerifier.Text(buffer, slot)");
        string[] structs = [.. Values.Where(member => member.Type.Kind == TypeKind.Struct).Select(member => "type != " + Value(member))];
        string missing = structs.Length == 0 ? "true" : string.Join(" && ", structs);
        string remark = structs.Length > 0 ? " FlatBuffers' C++ verifier accepts a missing table or text, not a struct." : "";
        return CodeText.Of($$"""
            // A newer schema may have more types. This program skips their values.
            private static bool VerifyValue(Sys_::ReadOnlySpan<byte> buffer, {{_kind}} type, int slot, {{Budget}}) => type switch
            {
                {{arms}}
                _ => true,
            };

            // A slot of 0 is a missing field.{{remark}}
            public static bool VerifyAt(Sys_::ReadOnlySpan<byte> buffer, int typeSlot, int slot, {{Budget}})
            {
                {{_kind}} type = typeSlot == 0 ? default : {{load}}typeSlot));
                return slot == 0 ? {{missing}} : Wire_::GeneratedVerifier.Offset(buffer, slot) \
                && (typeSlot == 0 || VerifyValue(buffer, type, slot, depth, ref budget));
            }

            public static bool VerifyVector(Sys_::ReadOnlySpan<byte> buffer, int typeSlot, int slot, {{Budget}})
            {
                if (typeSlot == 0 || slot == 0) { return typeSlot == slot; }

                int types = Wire_::GeneratedVerifier.Vector(buffer, typeSlot, {{_typeSize}}, {{TypeAlignment}}, out int typeCount);
                int values = Wire_::GeneratedVerifier.Vector(buffer, slot, 4, 4, out int count);
                bool isValid = types != 0 && values != 0 && count == typeCount && budget.TakeElements(count);
                for (int i = 0; isValid && i < count; i++)
                {
                    isValid = VerifyValue(buffer, {{load}}types + ({{_typeSize}} * i))), values + (4 * i), depth, ref budget);
                }

                return isValid;
            }
            """);
    }
}

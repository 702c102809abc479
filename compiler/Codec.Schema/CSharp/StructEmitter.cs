namespace Codec.Schema.CSharp;

/// <summary>Generates a struct with the layout of the wire format.</summary>
internal sealed class StructEmitter(CSharpModel model, CSharpStruct type)
{
    private readonly string _self = CSharpModel.Self(type.Definition);
    private int _padding;

    private StructDefinition Definition => type.Definition;
    private MemberNames Members => type.Members;

    public string Emit()
    {
        StructDefinition definition = Definition;
        PacketDefinition? packet = definition.Packet;
        string fallback = CodeText.Of(
            $"The struct {definition.FullName}: {definition.Size} bytes, aligned to {definition.Alignment}, laid out as in C++.");
        string id = packet is null ? "" : CodeText.Of($"""

            /// <summary>The id in the header of a packet with this payload.</summary>
            public const uint {Members["PacketId"]} = {packet.Id};
            """);
        string global = model.Type(definition.FullName);
        string body = CodeText.Sections(
        [
            CodeText.Lines(Fields()),
            packet is null ? "" : CodeText.Sections(Writing(packet), Reading()),
            .. type.Fields.Where(field => field.Field.IsKey && KeyOrder.Has(field.Field.Type)).Select(Key),
            packet is null ? "" : DispatchEmitter.Handler(Members["Handler"], "in " + global),
        ]).TrimEnd('\n');
        return CodeText.Sections(
            CodeText.Of($$"""
                {{XmlComment.Summary(definition.Documentation, fallback)}}
                {{Sized(definition.Size)}}
                {{CSharpNames.Access(definition)}} partial struct {{CSharpNames.Identifier(type.Name)}} \
                : Wire_::IWireStruct{{(packet is null ? "" : ", " + DispatchEmitter.Interface(packet))}}
                {
                    /// <summary>The size in bytes, in memory and in a payload.</summary>
                    public const int {{Members["ByteSize"]}} = {{definition.Size}};
                    {{id}}

                    {{body}}
                }
                """),
            packet is null ? "" : new DispatchEmitter(type.Name, global, Members, packet, definition).Emit(
                $"{global}.{Members["TryRead"]}(packet.Payload, out {global} message)",
                ReadMessage(model, type),
                AskEmitter.Emit(model, packet, global)));
    }

    internal static string ReadMessage(CSharpModel model, CSharpStruct type) =>
        $"return {model.Type(type.Definition.FullName)}.{type.Members["TryRead"]}(packet.Payload, out message);";

    private static string Sized(int size) => CodeText.Of($"[Interop_::StructLayout(Interop_::LayoutKind.Sequential, Size = {size})]");

    private IEnumerable<string> Fields()
    {
        foreach (CSharpStructField field in type.Fields)
        {
            yield return field.Field.Type.Kind == TypeKind.Array ? Array(field) : Field(field);
            for (int i = 0; i < field.Field.PaddingAfter; i++)
            {
                yield return $"private byte {Members.Add(CodeText.Of($"__padding{_padding++}"))};";
            }
        }
    }

    private string Field(CSharpStructField member)
    {
        string summary = XmlComment.Summary(member.Field.Documentation);
        if (!member.Field.Type.IsBool)
        {
            return CodeText.Lines(summary, $"public {model.ValueType(member.Field.Type)} {member.Identifier};");
        }

        // A C# bool whose byte is neither 0 nor 1 behaves unpredictably, and received bytes can have any value.
        string stored = member.Stored;
        return CodeText.Of($$"""
            private byte {{stored}};
            {{summary}}
            public bool {{member.Identifier}} { readonly get => {{stored}} != 0; set => {{stored}} = value ? (byte)1 : (byte)0; }
            """);
    }

    private string Array(CSharpStructField member)
    {
        TypeReference array = member.Field.Type;
        TypeReference element = array.Element!;
        string value = model.ValueType(element);
        string stored = element.IsBool ? "byte" : value;
        string own = member.Stored;
        string range = CodeText.Of($"from 0 to {array.Length - 1}");
        string index = CodeText.Of($"Wire_::GeneratedThrow.CheckIndex(index, {array.Length})");
        string get = $"Wire_::GeneratedBytes.Element<{member.Elements}, {stored}>(in {own}, {index}){(element.IsBool ? " != 0" : "")}";
        string set = element.IsBool ? "value ? (byte)1 : (byte)0" : "value";
        return CodeText.Of($$"""

            private {{member.Elements}} {{own}};

            {{XmlComment.Summary(member.Field.Documentation, $"Gets an element, {range}.")}}
            public readonly {{value}} {{member.Get}}(int index) => {{get}};

            /// <summary>Sets an element, {{range}}.</summary>
            public void {{member.Set}}(int index, {{value}} value) => Wire_::GeneratedBytes.ElementAt(ref {{own}}.First, {{index}}) = \
            {{set}};

            {{Sized(array.InlineSize)}}
            private struct {{member.Elements}} { public {{stored}} First; }

            """);
    }

    private string Writing(PacketDefinition packet)
    {
        string size = Members["ByteSize"];
        string tryWrite = Members["TryWrite"];
        return CodeText.Of($$"""
            /// <summary>Writes the payload, only the struct's bytes. Returns false and writes nothing if the destination is too \
            short.</summary>
            public readonly bool {{tryWrite}}(Sys_::Span<byte> destination, out int written)
            {
                written = destination.Length < {{size}} ? 0 : {{size}};
                if (written > 0)
                {
                    Wire_::GeneratedBytes.Store(ref Wire_::GeneratedBytes.First(destination), 0, this);
                }

                return written > 0;
            }

            {{DispatchEmitter.Packet(packet, "readonly ", Members, size, tryWrite, Definition, model.Shape(packet))}}
            """);
    }

    private string Reading() => CodeText.Of($$"""
        /// <summary>Reads a payload. Returns false if its size is not the struct's.</summary>
        public static bool {{Members["TryRead"]}}(Sys_::ReadOnlySpan<byte> payload, out {{_self}} value)
        {
            value = payload.Length == {{Members["ByteSize"]}} \
            ? Wire_::GeneratedBytes.Load<{{_self}}>(ref Wire_::GeneratedBytes.Place(payload, 0)) : default;
            return payload.Length == {{Members["ByteSize"]}};
        }
        """);

    private string Key(CSharpStructField key)
    {
        string value = model.ValueType(key.Field.Type);
        string name = key.Identifier;
        return CodeText.Of($$"""
            /// <summary>Compares by the key {{key.Field.Name}}. <c>TryFind</c> requires a vector in this order.</summary>
            public static int {{Members["CompareByKey"]}}({{_self}} left, {{_self}} right) => \
            {{KeyOrder.Compare(key.Field.Type, "left." + name, "right." + name)}};

            /// <summary>Finds an element by its key {{key.Field.Name}} in a vector that is sorted by that key.</summary>
            public static bool {{Members["TryFind"]}}(Sys_::ReadOnlySpan<{{_self}}> vector, {{value}} key, out {{_self}} found)
            {
                {{KeyOrder.Search("vector.Length", "vector[middle]", KeyOrder.Compare(key.Field.Type, "vector[middle]." + name, "key"))}}
            }
            """);
    }
}

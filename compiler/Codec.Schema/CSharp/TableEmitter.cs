namespace Codec.Schema.CSharp;

/// <summary>Generates all code of one table: a class with the fields, and its nested types that write, read and verify.</summary>
internal sealed partial class TableEmitter(CSharpModel model, CSharpTable table)
{
    private const string Inline = CSharpModel.Inline;
    private const string Hidden = CSharpModel.Hidden;
    private const string PayloadWriter = "ref Payloads_::PayloadWriter writer";

    // For tables with more fields, inlined code is slower than a call.
    private const int MaxInlinedFields = 24;

    private readonly TableLayout _layout = table.Layout;
    private readonly string _self = CSharpModel.Self(table.Definition);

    private List<CSharpField> Fields => table.Fields;
    private PacketDefinition? Packet => table.Definition.Packet;
    private MemberNames Members => table.Members;
    private string View => Members["View"];
    private string Layout => Members["Layout"];
    private string FullName => CSharpNames.Quote(table.Definition.FullName);

    private string Identifier => _layout.Identifier is not { } text
        ? "0"
        : CodeText.Of($"0x{Enumerable.Reverse(text).Aggregate(0UL, (number, letter) => (number << 8) | letter):X}U");

    public string Emit()
    {
        string id = Packet is null ? "" : CodeText.Of($"""
            /// <summary>The id in the header of a packet with this payload.</summary>
            public const uint {Members["PacketId"]} = {Packet.Id};
            """);
        string body = CodeText.Sections(
            CodeText.Lines([id, .. Fields.Select(Property)]),
            KeyComparison(),
            Writing(),
            CodeText.Of($"""
                /// <summary>Returns whether a payload is a valid table of this type, with every offset inside it. \
                As strict as FlatBuffers' C++ verifier.</summary>
                public static bool {Members["Verify"]}(Sys_::ReadOnlySpan<byte> payload) => \
                Wire_::TableVerifier.Root<{Layout}>(payload, {_layout.FirstDepth}, {_layout.TableLimit});
                """),
            Reading(),
            ViewType(),
            VectorView(),
            DirectWriter(),
            DirectVector(),
            Packet is null ? "" : DispatchEmitter.Handler(Members["Handler"], View),
            LayoutType());
        string summary = XmlComment.Summary(table.Definition.Documentation, $"The table {table.Definition.FullName}. Not thread-safe.");
        return CodeText.Sections(
            CodeText.Of($$"""
                {{summary}}
                {{CSharpNames.Declaration(table.Definition)}}{{(Packet is null ? "" : " : " + DispatchEmitter.Interface(Packet))}}
                {
                    {{body}}
                }
                """),
            Packet is null ? "" : Dispatch(Packet));
    }

    private string Dispatch(PacketDefinition packet)
    {
        string message = model.Type(table.Definition.FullName);
        return new DispatchEmitter(table.Name, message, Members, packet, table.Definition).Emit(
            $"{CreateView(model, table)}message)",
            ReadMessage(model, table),
            AskEmitter.Emit(model, packet, message),
            FieldSearch());
    }

    // A packet was rejected, so this code runs once for each connection.
    private string FieldSearch()
    {
        IEnumerable<string> checks = Fields.Select(field =>
            $"if (!({Check(field)})) {{ return {CSharpNames.Quote(field.Field.Name)}; }}");
        return CodeText.Of($$"""
            private static string FindInvalidField(Sys_::ReadOnlySpan<byte> payload) => Wire_::TableVerifier.FindInvalidField(payload, \
            {{_layout.FirstDepth}}, {{_layout.TableLimit}}, \
            (Wire_::TableFields table, int depth, ref Wire_::GeneratedVerifierBudget budget) =>
            {
                {{checks}}
                return ""; });
            """);
    }

    /// <summary>Returns the statements that copy a payload to <c>message</c> and return whether it is valid.</summary>
    internal static string ReadMessage(CSharpModel model, CSharpTable table)
    {
        string message = model.Type(table.Definition.FullName);
        return $"message = new {message}();\nreturn {CreateView(model, table)}view) && message.{table.Members["TryRead"]}(view);";
    }

    private static string CreateView(CSharpModel model, CSharpTable table)
    {
        string view = model.Nested(table.Definition.FullName, "View");
        return $"{view}.{table.ViewMembers["TryCreateVerified"]}(packet.Payload, out {view} ";
    }

    private string Property(CSharpField field)
    {
        string initial = field.Field switch
        {
            { Default: ScalarValue { Bits: not 0 } value } => $" = {model.Literal(field.Type, value)};",
            { DefaultText: string text } => $" = {CSharpNames.Quote(text)};",
            { DefaultIsEmptyVector: true } => " = new();",
            _ => "",
        };
        return CodeText.Lines(
            XmlComment.Summary(field.Field.Documentation, field.IsRequired ? "Must not be null." : ""),
            $"public {PlainType(field)} {field.Property} {{ get; set; }}{initial}");
    }

    private string KeyComparison()
    {
        if (table.Key is not { } key)
        {
            return "";
        }

        string compare = key.Type.Kind == TypeKind.String
            ? $"Wire_::GeneratedText.Compare(left.{key.Property}, right.{key.Property})"
            : KeyOrder.Compare(key.Type, "left." + key.Property, "right." + key.Property);
        return CodeText.Of($"""
            /// <summary>Compares by the key {key.Field.Name}. <c>TryFind</c> requires a vector in this order.</summary>
            public static int {Members["CompareByKey"]}({_self} left, {_self} right) => {compare};
            """);
    }

    // The type of the property in the class.
    private string PlainType(CSharpField field)
    {
        bool isVector = field.Type.Kind == TypeKind.Vector;
        string type = isVector ? $"Payloads_::FieldList<{model.ValueType(field.Element)}>" : model.ValueType(field.Type);
        return field.IsNullable ? type + "?" : type;
    }

    private string FullField(CSharpField field) => CSharpNames.Quote(table.Definition.FullName + "." + field.Field.Name);

    private static string PlaceArguments(CSharpField field) => PlaceArguments(field.Place);

    private static string PlaceArguments(FieldPlace place) => CodeText.Of($"{place.Offset}, {place.Entry}");

    private static string Bool(bool value) => value ? "true" : "false";

    // The constants that the reader, the verifier and the writer use, and the code that differs between tables.
    private string LayoutType()
    {
        bool isFlat = !Fields.Exists(field => field.IsNested || field.Field.NestedTable is not null);
        byte[] vtable = _layout.VTableImage();
        return CodeText.Of($$"""
            {{Hidden}} public readonly struct {{Layout}} : Wire_::IObjectReader<{{Layout}}>
            {
                public int RootTable => {{_layout.RootTable}}; public int TableSize => {{_layout.PaddedSize}}; \
                public int VTableSize => {{_layout.VTableSize}}; public int Alignment => {{_layout.Alignment}};
                public ulong Hash => {{ProtocolHash.Literal(ProtocolHash.Hash(table.Definition.FullName))}}UL; \
                public uint Identifier => {{Identifier}}; public int MinRootSize => {{_layout.MinRootSize}}; \
                public bool IsRootOnly => {{Bool(_layout.IsRootOnly)}}; public bool IsFlat => {{Bool(isFlat)}};

                {{Inline}} public bool IsRoot(Sys_::ReadOnlySpan<byte> payload) =>
                    {{ConstantBytes.Compare(_layout.RootImage(), "payload", "0")}};

                {{Inline}} public bool IsVTable(Sys_::ReadOnlySpan<byte> buffer, int vtable) =>
                    {{ConstantBytes.Compare([.. vtable.Take(_layout.VTableSize)], "buffer", "vtable")}};

                {{VerifyMethod()}}

                {{ReadMethod()}}

                {{MaxSizeMethod()}}

                {{WriteMethod()}}

                public void StoreVTable(ref byte origin, int at)
                {
                    {{ConstantBytes.Store(vtable, "at")}}
                }
            }
            """);
    }

    private string VerifyMethod()
    {
        const string Head = "public bool Verify(Wire_::TableFields table, int depth, ref Wire_::GeneratedVerifierBudget budget)";
        string[] checks = [.. Fields.Select(Check)];
        if (checks.Length <= MaxInlinedFields)
        {
            return CodeText.Of($"""
                {Inline} {Head} =>
                    {(checks.Length == 0 ? "true" : string.Join("\n&& ", checks))};
                """);
        }

        // The expression is split, because compilers recurse into nested expressions.
        IEnumerable<string> groups = Enumerable.Range(0, (checks.Length + MaxInlinedFields - 1) / MaxInlinedFields)
            .Select(i => checks.Skip(i * MaxInlinedFields).Take(MaxInlinedFields).ToArray())
            .Select(group => group.Length == 1 ? $"if (!({group[0]})) {{ return false; }}\n" : CodeText.Of($$"""
                if (!({{string.Join("\n    && ", group)}}))
                {
                    return false;
                }

                """));
        return CodeText.Of($$"""
            {{Head}}
            {
                {{groups}}
                return true;
            }
            """);
    }

    private string Check(CSharpField field)
    {
        const string Rest = "depth, ref budget";
        string at = PlaceArguments(field) + ", " + Bool(field.IsRequired);
        int alignment = System.Math.Max(4, field.Type.Element?.InlineAlignment ?? 4);
        return (field.Type.Kind, field.Type.Element?.Kind) switch
        {
            (TypeKind.String, _) when field == table.FirstText => CodeText.Of($"table.FirstText({at}, {_layout.PaddedSize})"),
            (TypeKind.String, _) => $"table.Text({at})",
            (TypeKind.Table, _) => $"table.Table<{model.Nested(field.Type, "Layout")}>({at}, {Rest})",
            (TypeKind.Union, _) => CheckUnion(field, field.Type, "VerifyAt", at),
            (TypeKind.Vector, TypeKind.String) => $"table.Texts({at}, ref budget)",
            (TypeKind.Vector, TypeKind.Table) => $"table.Tables<{model.Nested(field.Element, "Layout")}>({at}, {Rest})",
            (TypeKind.Vector, TypeKind.Union) => CheckUnion(field, field.Element, "VerifyVector", at),
            (TypeKind.Vector, _) => field.Field.NestedTable is string nested
                ? $"table.Nested<{model.Nested(nested, "Layout")}>({at}, 4, {Rest})"
                : CodeText.Of($"table.Vector({at}, {field.Element.InlineSize}, {alignment})"),
            _ => (field.IsRequired ? "table.Required" : "table.")
                + CodeText.Of($"Value({field.Place.Entry}, {field.Place.Size}, {field.Place.Alignment})"),
        };
    }

    private string CheckUnion(CSharpField field, TypeReference type, string method, string at)
    {
        FieldPlace place = field.TypePlace!;
        return CodeText.Of($"""
            table.Union({PlaceArguments(place)}, {place.Size}, {at}, out int {field.Local}Type, out int {field.Local}) \
            && {model.Nested(type, "Layout")}.{method}(table.Buffer, {field.Local}Type, {field.Local}, depth + 1, ref budget)
            """);
    }
}

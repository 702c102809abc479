namespace Codec.Schema.CSharp;

internal sealed partial class TableEmitter
{
    private const string Writer = "Wire_::GeneratedWriter";
    private const string Tables = "Wire_::TableWriter";

    // The position of the vtable of a table that has been placed.
    private const string VTable = "table - Wire_::GeneratedBytes.LoadInt32(ref origin, table)";

    // Whether the maximum size of a table and its strings and vectors depends only on their lengths. One check for space is then enough.
    private bool HasKnownSize => !_layout.IsRecursive
        && Children.Any()
        && Fields.TrueForAll(item => !item.IsTracked || item.ShapeBit < FieldLayout.UntrackedBit)
        && Children.All(item => item.Type.Kind == TypeKind.String || item.IsVectorOfNumbers || item.IsVectorOf(TypeKind.Struct));

    private IEnumerable<CSharpField> Children => Fields.Where(item => item.Type.IsOffset);
    private string CheckDepth => _layout.IsRecursive ? $"{Writer}.CheckDepth(depth, {FullName});" : "";

    private string Writing()
    {
        string tryWrite = Members["TryWrite"];
        string size = Members["GetMaxByteCount"];
        string packet = Packet is null ? ""
            : DispatchEmitter.Packet(Packet, "", Members, size + "()", tryWrite, table.Definition, model.Shape(Packet));
        return CodeText.Sections(
            CodeText.Of($"""
                /// <summary>Returns the largest size of the payload in bytes; exact if every field has a fixed size.</summary>
                public int {size}() => {Tables}.MaxSize<{Layout}>(this, {FullName});

                /// <summary>Writes the payload; returns false, and leaves the destination undefined, if it is too short.</summary>
                /// <exception cref="Sys_::InvalidOperationException">A required field or an element is null, or tables are nested too \
                deep.</exception>
                public bool {tryWrite}(Sys_::Span<byte> destination, out int written) => \
                {Tables}.Root<{Layout}>(destination, this, out written);

                /// <summary>Writes the payload and advances the destination.</summary>
                public void {Members["Write"]}(Sys_::Buffers.IBufferWriter<byte> destination) => \
                {Tables}.Write<{Layout}>(destination, this, {FullName});
                """),
            packet);
    }

    private string MaxSizeMethod()
    {
        int fixedSize = _layout.PaddedVTableSize + (_layout.Alignment - 4) + _layout.PaddedSize;
        if (!Children.Any() && !_layout.IsRecursive)
        {
            return CodeText.Of($"public long MaxSize(object message, int depth) => {fixedSize};");
        }

        return CodeText.Of($$"""
            public long MaxSize(object message, int depth)
            {
                {{CheckDepth}}
                {{_self}} value = {{Writer}}.As<{{_self}}>(message);
                long size = {{fixedSize}};
                {{Children.Select(field => $"size += {MaxSize(field, "value." + field.Property)};")}}
                return size;
            }
            """);
    }

    private string MaxSize(CSharpField field, string value)
    {
        TypeReference type = field.Type.Element ?? field.Type;
        string layout = type.Kind is TypeKind.Table or TypeKind.Union ? model.Nested(type, "Layout") : "";
        return (field.Type.Kind, type.Kind) switch
        {
            (TypeKind.String, _) => $"{Writer}.MaxTextSize({value})",
            (TypeKind.Table, _) => $"{Tables}.MaxSize<{layout}>({value}, depth + 1)",
            (_, TypeKind.Union) => $"{layout}.MaxSize({value}, depth + 1)",
            (_, TypeKind.String) => $"{Writer}.MaxListSize({value}, {FullField(field)})",
            (_, TypeKind.Table) => $"{Tables}.MaxSize<{model.Type(type.Definition!)}, {layout}>({value}, {FullField(field)}, depth + 1)",
            _ => CodeText.Of($"{Writer}.MaxListSize({value}, {type.InlineSize}, {field.Field.VectorAlignment})"),
        };
    }

    // Callers pass the mode as a constant. The JIT compiler then inlines the method and removes the code of the other modes.
    private string WriteMethod()
    {
        string inline = Fields.Count <= MaxInlinedFields ? Inline + " " : "";
        string vtable = CodeText.Of($"{_layout.RootVTable}");
        string fits = HasKnownSize ? "mode == Wire_::WriteMode.Element" : "false";
        return CodeText.Of($$"""
            {{inline}}public int Write(ref byte origin, int at, int slot, object message, ref Wire_::GeneratedVTables vtables, \
            int depth, Wire_::WriteMode mode)
            {
                {{CheckDepth}}
                int end = vtables.End;
                {{_self}} value = {{Writer}}.As<{{_self}}>(message);
                {{Fields.Where(field => field.IsNullable || field.Type.Kind == TypeKind.Union).Select(Local)}}
                int table = {{_layout.RootTable}};
                if (mode == Wire_::WriteMode.Root)
                {
                    if (end < {{_layout.RootTable + _layout.PaddedSize}}) { return -1; }
                    {{ConstantBytes.Store(_layout.RootImage(), "0")}}
                    {{Fields.Where(field => field.IsTracked).Select(field => Omit(field, vtable, Absence(field)))}}
                }
                {{(HasKnownSize ? Element() : "")}}
                else
                {
                    {{Shape(direct: false)}}
                    table = {{Tables}}.Place<{{Layout}}>(ref origin, at, end, slot, ref vtables, shape, depth);
                    if (table < 0) { return -1; }
                    {{OmitUntracked(direct: false)}}
                }

                {{Values(field => field.IsNullable ? $"{field.Local}.GetValueOrDefault()" : "value." + field.Property)}}
                at = table + {{_layout.PaddedSize}};
                {{Children.Select(field => WriteChild(field, fits))}}
                return at;
            }
            """);
    }

    // The branch that writes a table with all of its fields after another table of its type, after one check for space.
    private string Element()
    {
        string present = string.Concat(Fields.Where(field => field.IsTracked).Select(field => $" || {Absence(field)}"));
        string sizes = string.Concat(Children.Select(field => field.Type.Kind == TypeKind.String
            ? $" + {Writer}.MaxTextSize({field.Local})"
            : CodeText.Of($" + {Writer}.MaxVectorSize({field.Local}.Length, {field.Element.InlineSize}, {field.Field.VectorAlignment})")));
        string block = Fields.Exists(field => field.IsVectorOfNumbers) ? $" + {Writer}.BlockSize" : "";
        return CodeText.Of($$"""
            else if (mode == Wire_::WriteMode.Element)
            {
                long size = {{_layout.Alignment - 4 + _layout.PaddedSize}}{{sizes}}{{block}};
                int vtable = vtables.Whole;
                if (end - at < size{{present}}) \
                { return {{Tables}}.Element<{{Layout}}>(ref origin, at, slot, value, ref vtables, depth); }
                if (vtable == 0) \
                { return {{Tables}}.First<{{Layout}}>(ref origin, at, slot, value, ref vtables, depth); }
                table = {{Writer}}.Link(ref origin, at, int.MaxValue, slot, vtable, {{_layout.PaddedSize}}, {{_layout.Alignment}});
            }
            """);
    }

    private static string Omit(CSharpField field, string vtable, string absence) => CodeText.Lines(
        CodeText.Of($"{Writer}.Omit(ref origin, {vtable} + {field.Place.Entry}, {absence});"),
        field.TypePlace is { } type ? CodeText.Of($"{Writer}.Omit(ref origin, {vtable} + {type.Entry}, {absence});") : "");

    // The mask of missing fields: a bit for each vtable entry.
    private string Shape(bool direct)
    {
        // In a table that is written from values, optional nested fields are added to the vtable later.
        bool isUnshared = direct && Fields.Exists(field => field.IsNested && field.IsTracked);
        List<string> bits = isUnshared ? ["Wire_::GeneratedVTables.Unshared"] : [];
        bits.AddRange(Absences(direct).Select(pair => pair.Absence == "true"
            ? CodeText.Of($"0x{pair.Field.ShapeMask:X}UL")
            : CodeText.Of($"({pair.Absence} ? 0x{pair.Field.ShapeMask:X}UL : 0)")));

        // The expression is split, because compilers recurse into nested expressions.
        return CodeText.Lines(
        [
            $"ulong shape = {(bits.Count == 0 ? "0" : string.Join(" | ", bits.Take(2)))};",
            .. Enumerable.Range(1, Math.Max(0, (bits.Count - 1) / 2))
                .Select(i => $"shape |= {string.Join(" | ", bits.Skip(2 * i).Take(2))};"),
        ]);
    }

    private IEnumerable<(CSharpField Field, string Absence)> Absences(bool direct) => Fields
        .Where(field => field.IsTracked)
        .Select(field => (field, direct ? DirectAbsence(field) : Absence(field)));

    // Removes missing fields with the last bit of the shape from the vtable, which is then not shared.
    private IEnumerable<string> OmitUntracked(bool direct) => Absences(direct)
        .Where(pair => pair.Field.ShapeBit == FieldLayout.UntrackedBit)
        .Select(pair => Omit(pair.Field, VTable, pair.Absence));

    private IEnumerable<string> Values(Func<CSharpField, string> value) =>
    [
        .. _layout.PaddedSize == _layout.Size ? []
            : (string[])[ConstantBytes.Store(new byte[4], CodeText.Of($"table + {_layout.PaddedSize - 4}"))],
        .. Fields.Where(field => !field.Type.IsOffset).OrderBy(field => field.Place.Offset)
            .Select(field => Store(field.Place.Offset, value(field))),
    ];

    private static string Store(int offset, string value) =>
        CodeText.Of($"Wire_::GeneratedBytes.Store(ref origin, table + {offset}, {value});");

    private string WriteChild(CSharpField field, string fits)
    {
        string slot = CodeText.Of($"table + {field.Place.Offset}");
        string to = "ref origin, at, end, " + slot;
        string nested = "ref origin, at, " + slot;
        TypeReference type = field.Type.Element ?? field.Type;
        string layout = type.Kind is TypeKind.Table or TypeKind.Union ? model.Nested(type, "Layout") : "";
        string typeSlot = field.TypePlace is { } place ? CodeText.Of($"table + {place.Offset}, ") : "";
        string aligned = CodeText.Of($"{to}, {field.Local}, {field.Field.VectorAlignment}");
        string named = $"{field.Local}, {FullField(field)}";
        return "at = " + (field.Type.Kind, type.Kind) switch
        {
            (TypeKind.String, _) => $"{Writer}.Text({to}, {field.Local}, {fits});",
            (TypeKind.Table, _) => $"{Tables}.Table<{layout}>({nested}, {field.Local}, ref vtables, depth + 1);",
            (_, TypeKind.Union) => $"{layout}.Write({nested}, {typeSlot}{field.Local}, ref vtables, depth + 1);",
            (_, TypeKind.Table) => $"{Tables}.Vector<{model.Type(type.Definition!)}, {layout}>({nested}, {named}, ref vtables, depth + 1);",
            (_, TypeKind.String) => $"{Writer}.Texts({to}, {named});",
            (_, TypeKind.Struct) => $"{Writer}.Structs({aligned});",
            _ => $"{Writer}.Numbers({aligned}, {fits});",
        };
    }

    // The variable of a field whose value is read once, before anything is written.
    private string Local(CSharpField field)
    {
        bool isUnion = field.Type.Kind == TypeKind.Union;
        string value = "value." + field.Property;
        value = field.IsRequired && !isUnion ? $"{Writer}.Required({value}, {FullField(field)})" : value;
        string declaration = field.Type.Kind == TypeKind.Vector
            ? $"Sys_::ReadOnlySpan<{model.ValueType(field.Element)}> {field.Local} = {Writer}.Elements({value});"
            : $"{PlainType(field)} {field.Local} = {value};";
        return !field.IsRequired || !isUnion ? declaration : CodeText.Of($$"""
            {{declaration}}
            if ({{Absence(field)}}) { Wire_::GeneratedThrow.RequiredFieldMissing({{FullField(field)}}); }

            """);
    }

    private string Absence(CSharpField field) => field.Type.Kind switch
    {
        TypeKind.Union => $"{field.Local}.{model.Union(field.Type.Definition!).Members["Type"]} == 0",
        TypeKind.Scalar or TypeKind.Enum or TypeKind.Struct => $"!{field.Local}.HasValue",
        TypeKind.Vector => $"{Writer}.IsAbsent({field.Local})",
        _ => $"{field.Local} is null",
    };
}

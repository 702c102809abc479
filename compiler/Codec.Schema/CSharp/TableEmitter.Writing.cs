using System.Collections.Generic;
using System.Linq;
using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

internal sealed partial class TableEmitter
{
    // Whether the maximum size of a table and its strings and vectors depends only on their lengths. One check for space is then enough.
    private bool HasKnownSize => !_table.IsDeep
        && Fields.Exists(candidate => candidate.Type.IsOffset)
        && Fields.TrueForAll(candidate => (!candidate.IsTracked || candidate.ShapeBit < TableCode.UntrackedBit)
            && (!candidate.Type.IsOffset || candidate.Type.Kind == TypeKind.String || candidate.IsVectorOfNumbers || candidate.IsVectorOf(TypeKind.Struct)));

    // The fields whose values are read once, before anything is written.
    private IEnumerable<FieldCode> ReadOnceFields => Fields.Where(candidate => IsNullable(candidate) || candidate.Type.Kind == TypeKind.Union);

    private void EmitWriting()
    {
        string tryWrite = Members["TryWrite"];
        string size = Members["GetMaxByteCount"];
        _code.Gap();
        _code.Line("/// <summary>Returns the largest size of the payload in bytes; exact if every field has a fixed size.</summary>");
        _code.Line($"public int {size}() => {Tables}.MaxSize<{Layout}>(this, {FullName});");
        _code.Line();
        _code.Line("/// <summary>Writes the payload; returns false, and leaves the destination undefined, if it is too short.</summary>");
        _code.Line("/// <exception cref=\"Sys_::InvalidOperationException\">A required field or an element is null, or tables are nested too deep.</exception>");
        _code.Line($"public bool {tryWrite}(Sys_::Span<byte> destination, out int written) => {Writer}.TryFinish({Tables}.Root<{Layout}>(destination, this), out written);");
        _code.Line();
        _code.Line("/// <summary>Writes the payload and advances the destination.</summary>");
        _code.Line($"public void {Members["Write"]}(Sys_::Buffers.IBufferWriter<byte> destination) => {Tables}.Write<{Layout}>(destination, this, {FullName});");
        if (Packet is not null)
        {
            EmitInterface(_code, Packet, "", Members["PacketId"], size + "()", tryWrite, _table.Definition);
        }
    }

    /// <summary>
    /// Generates the explicit implementation of <c>Codec.Packets.IPacket</c>, without the members that public methods with the same names implement.
    /// </summary>
    public static void EmitInterface(CodeWriter code, PacketDefinition packet, string modifier, string id, string size, string tryWrite, Definition type)
    {
        const string Signature = "bool Packets_::IPacket.TryWrite(Sys_::Span<byte> destination, out int written)";
        string name = CSharpNames.Quote(type.FullName);
        int? limit = packet.LimitOf(type);
        code.Line();
        code.Line($"{modifier}uint Packets_::IPacket.Id => {id};");
        if (!packet.IsPacked)
        {
            if (size != "GetMaxByteCount()")
            {
                code.Line($"{modifier}int Packets_::IPacket.GetMaxByteCount() => {size};");
            }

            if (limit is not null || tryWrite != "TryWrite")
            {
                // If memory of the limit is too short, CheckLimit throws.
                string check = limit is int max
                    ? Invariant($" ? {Writer}.CheckLimit(written, {max}, {name}) : destination.Length >= {max} && !{Writer}.CheckLimit({size}, {max}, {name})")
                    : "";
                code.Line($"{modifier}{Signature} => {tryWrite}(destination, out written){check};");
            }

            return;
        }

        code.Line(Invariant($"{modifier}int Packets_::IPacket.GetMaxByteCount() => {Run}PackingScratch.MaxSize({size}, {limit});"));
        code.Open(modifier + Signature);
        code.Line($"using {Run}PackingScratch scratch = {Run}PackingScratch.Take();");
        code.Block($"while (!{tryWrite}(scratch.Bytes, out written))", $"scratch.Grow({size}, {name});");
        code.Line(Invariant($"return scratch.TryPack(destination, ref written, {limit}, {name});"));
        code.Close();
    }

    private void EmitMaxSize()
    {
        FieldCode[] children = [.. Fields.Where(field => field.Type.IsOffset)];
        int fixedSize = _table.PaddedVTableSize + (_table.Alignment - 4) + _table.PaddedSize;
        _code.Line();
        if (children.Length == 0 && !_table.IsDeep)
        {
            _code.Line($"public long MaxSize(object message, int depth) => {fixedSize};");
            return;
        }

        _code.Open("public long MaxSize(object message, int depth)");
        CheckDepth();
        _code.Line($"{_self} value = {Writer}.As<{_self}>(message);");
        _code.Line($"long size = {fixedSize};");
        foreach (FieldCode field in children)
        {
            _code.Line($"size += {MaxSize(field, "value." + field.Property)};");
        }

        _code.Line("return size;");
        _code.Close();
    }

    private string MaxSize(FieldCode field, string value) => field.Type.Kind switch
    {
        TypeKind.String => $"{Writer}.MaxTextSize({value})",
        TypeKind.Table => $"{Tables}.MaxSize<{_emission.Nested(field.Type, "Layout")}>({value}, depth + 1)",
        TypeKind.Union => $"{_emission.Nested(field.Type, "Layout")}.MaxSize({value}, depth + 1)",
        _ => field.Element.Kind switch
        {
            TypeKind.String => $"{Writer}.MaxListSize({value}, {FullField(field)})",
            TypeKind.Table => $"{Tables}.MaxSize<{_emission.Type(field.Element.Definition!)}, {_emission.Nested(field.Element, "Layout")}>({value}, {FullField(field)}, depth + 1)",
            TypeKind.Union => $"{_emission.Nested(field.Element, "Layout")}.MaxSize({value}, depth + 1)",
            _ => $"{Writer}.MaxListSize({value}, {field.Element.InlineSize}, {field.Field.VectorAlignment})",
        },
    };

    private void CheckDepth()
    {
        if (_table.IsDeep)
        {
            _code.Line($"{Writer}.CheckDepth(depth, {FullName});");
        }
    }

    // Callers pass the mode as a constant. The JIT compiler then inlines the method and removes the code of the other modes.
    private void EmitWrite()
    {
        _code.Line();
        string inline = Fields.Count <= MaxInlinedFields ? Inline + " " : "";
        _code.Open($"{inline}public int Write(ref byte origin, int at, int end, int slot, object message, ref {Run}GeneratedVTable shared, int depth, {Run}WriteMode mode)");
        CheckDepth();
        _code.Line($"{_self} value = {Writer}.As<{_self}>(message);");
        EmitLocals();
        _code.Line($"int table = {_table.RootTable};");
        _code.Open($"if (mode == {Run}WriteMode.Root)");
        Emission.StoreImage(_code, _table.RootImage(), "0");
        foreach (FieldCode field in Fields.Where(field => field.IsTracked))
        {
            EmitOmit(field, Invariant($"{_table.RootVTable}"), Absence(field));
        }

        _code.Close();
        if (HasKnownSize)
        {
            EmitElement();
        }

        _code.Open("else");
        EmitShape(direct: false);
        _code.Line($"table = {Tables}.Place<{Layout}>(ref origin, at, end, slot, ref shared, shape);");
        _code.Block("if (table < 0)", "return -1;");
        EmitUntracked(direct: false);
        _code.Close();
        _code.Line();
        EmitValues(field => IsNullable(field) ? $"{field.Local}.GetValueOrDefault()" : "value." + field.Property);
        _code.Line($"at = table + {_table.PaddedSize};");
        string fits = HasKnownSize ? $"mode == {Run}WriteMode.Element" : "false";
        foreach (FieldCode field in Fields.Where(field => field.Type.IsOffset))
        {
            EmitChild(field, fits);
        }

        _code.Line("return at;");
        _code.Close();
    }

    // Generates the branch that writes a table with all of its fields after another table of its type, after one check for space.
    private void EmitElement()
    {
        string present = string.Concat(Fields.Where(field => field.IsTracked).Select(field => $" || {Absence(field)}"));
        string[] sizes =
        [
            $"{_table.Alignment - 4 + _table.PaddedSize}",
            .. Fields.Where(field => field.Type.IsOffset).Select(field => field.Type.Kind == TypeKind.String
                ? $"{Writer}.MaxTextSize({field.Local})"
                : $"{Writer}.MaxVectorSize({field.Local}.Length, {field.Element.InlineSize}, {field.Field.VectorAlignment})"),
        ];
        _code.Open($"else if (mode == {Run}WriteMode.Element)");
        _code.Line($"long size = {string.Join(" + ", sizes)};");
        _code.Block($"if (!shared.IsWhole || end - at < size{present})", $"return {Tables}.Element<{Layout}>(ref origin, at, end, slot, value, ref shared, depth);");
        _code.Line($"table = {Writer}.Link(ref origin, at, int.MaxValue, slot, shared.Position, {_table.PaddedSize}, {_table.Alignment});");
        _code.Close();
    }

    private void EmitOmit(FieldCode field, string vtable, string absence)
    {
        _code.Line($"{Writer}.Omit(ref origin, {vtable} + {field.Place.Entry}, {absence});");
        if (field.TypePlace is not null)
        {
            _code.Line($"{Writer}.Omit(ref origin, {vtable} + {field.TypePlace.Entry}, {absence});");
        }
    }

    // Generates the mask of missing fields: a bit for each vtable entry. The entries from 63 on share the last bit.
    private void EmitShape(bool direct)
    {
        // In a table that is written from values, nested fields are added to the vtable later.
        List<string> bits = direct && Fields.Exists(field => field.IsNested) ? [$"{Run}GeneratedVTable.Unshared"] : [];
        foreach ((FieldCode field, string absence) in Absences(direct))
        {
            ulong mask = 1UL << field.ShapeBit;
            mask |= field.TypePlace is not null && field.ShapeBit < TableCode.UntrackedBit ? mask >> 1 : 0;
            bits.Add(absence == "true" ? Invariant($"0x{mask:X}UL") : Invariant($"({absence} ? 0x{mask:X}UL : 0)"));
        }

        // The expression is split, because compilers recurse into nested expressions.
        _code.Line($"ulong shape = {(bits.Count == 0 ? "0" : string.Join(" | ", bits.Take(2)))};");
        for (int i = 2; i < bits.Count; i += 2)
        {
            _code.Line($"shape |= {string.Join(" | ", bits.Skip(i).Take(2))};");
        }
    }

    private IEnumerable<(FieldCode Field, string Absence)> Absences(bool direct) =>
        Fields.Where(field => field.IsTracked || (direct && field.IsNested)).Select(field => (field, direct ? DirectAbsence(field) : Absence(field)));

    // Generates the code that removes missing fields with the last bit of the shape from the vtable, which is then not shared.
    private void EmitUntracked(bool direct)
    {
        foreach ((FieldCode field, string absence) in Absences(direct).Where(absence => absence.Field.ShapeBit == TableCode.UntrackedBit))
        {
            EmitOmit(field, "shared.Position", absence);
        }
    }

    private void EmitValues(System.Func<FieldCode, string> value)
    {
        if (_table.PaddedSize != _table.Size)
        {
            _code.Line($"{Bytes}.Store(ref origin, table + {_table.PaddedSize - 4}, 0U);");
        }

        foreach (FieldCode field in Fields.Where(field => !field.Type.IsOffset).OrderBy(field => field.Place.Offset))
        {
            _code.Line($"{Bytes}.Store(ref origin, table + {field.Place.Offset}, {value(field)});");
        }
    }

    private void EmitChild(FieldCode field, string fits)
    {
        string to = $"ref origin, at, end, table + {field.Place.Offset}";
        TypeReference type = field.Type.Kind == TypeKind.Vector ? field.Element : field.Type;
        string layout = type.Kind is TypeKind.Table or TypeKind.Union ? _emission.Nested(type, "Layout") : "";
        string typeSlot = field.TypePlace is null ? "" : $"table + {field.TypePlace.Offset}, ";
        const string Depth = ", depth + 1";
        _code.Line("at = " + (field.Type.Kind, type.Kind) switch
        {
            (TypeKind.String, _) => $"{Writer}.Text({to}, {field.Local}, {fits});",
            (TypeKind.Table, _) => $"{Tables}.Table<{layout}>({to}, {field.Local}{Depth});",
            (_, TypeKind.Union) => $"{layout}.Write({to}, {typeSlot}{field.Local}{Depth});",
            (_, TypeKind.Table) => $"{Tables}.Vector<{_emission.Type(type.Definition!)}, {layout}>({to}, {field.Local}, {FullField(field)}{Depth});",
            (_, TypeKind.String) => $"{Writer}.Texts({to}, {field.Local}, {FullField(field)});",
            (_, TypeKind.Struct) => $"{Writer}.Structs({to}, {field.Local}, {field.Field.VectorAlignment});",
            _ => $"{Writer}.Numbers({to}, {field.Local}, {field.Field.VectorAlignment}, {fits});",
        });
    }

    private void EmitLocals()
    {
        foreach (FieldCode field in ReadOnceFields)
        {
            string value = "value." + field.Property;
            bool isRequired = field.IsRequired && field.Type.Kind != TypeKind.Union;
            value = isRequired ? $"{Writer}.Required({value}, {FullField(field)})" : value;
            _code.Line($"{LocalType(field)} {field.Local} = {(field.Type.Kind == TypeKind.Vector ? $"{Writer}.Elements({value})" : value)};");
            if (field.IsRequired && !isRequired)
            {
                _code.Block($"if ({Absence(field)})", $"{Run}GeneratedThrow.RequiredFieldMissing({FullField(field)});");
                _code.Line();
            }
        }
    }

    private string LocalType(FieldCode field) => field.Type.Kind == TypeKind.Vector
        ? $"Sys_::ReadOnlySpan<{_emission.ValueType(field.Element)}>"
        : PlainType(field);

    private string Absence(FieldCode field) => field.Type.Kind switch
    {
        TypeKind.Union => $"{field.Local}.{_emission.Union(field.Type.Definition!).Members["Type"]} == 0",
        TypeKind.Scalar or TypeKind.Enum or TypeKind.Struct => $"!{field.Local}.HasValue",
        TypeKind.Vector => $"{Writer}.IsAbsent({field.Local})",
        _ => $"{field.Local} is null",
    };
}

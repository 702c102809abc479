using System;
using System.Linq;
using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

internal sealed partial class TableEmitter
{
    private void EmitMaxSize()
    {
        _code.Open($"public static long MaxSize({_plain} value{DepthParameter})");
        DepthCheck();
        int fixedSize = _table.PaddedVTableSize + (_table.Alignment - 4) + _table.PaddedSize;
        _code.Line($"long size = {fixedSize};");
        foreach (FieldCode field in Fields.Where(field => field.Type.IsOffset))
        {
            EmitMaxSize(field);
        }

        _code.Line("return size;");
        _code.Close();
    }

    private void EmitMaxSize(FieldCode field)
    {
        if (field.Type.Kind == TypeKind.Union)
        {
            _code.Line($"size += {Helper(field.Type, "Codec")}.MaxSize(value.{field.Property}{DepthArgument(field.Type)});");
            return;
        }

        _code.Open($"if (value.{field.Property} is {{ }} {field.Local})");
        TypeReference type = field.Type;
        string size = type.Kind switch
        {
            TypeKind.Table => $"{Helper(type, "Codec")}.MaxSize({field.Local}{DepthArgument(type)})",
            _ => MaxSize(field, field.Local + ".Count"),
        };
        _code.Line($"size += {size};");
        if (field.IsVectorOf(TypeKind.Union))
        {
            int typeSize = CSharpNames.SizeOf(field.Element.Scalar);
            _code.Line($"size += {Run}GeneratedWriter.MaxVectorSize({field.Local}.Count, {typeSize}, {Math.Max(4, typeSize)});");
        }

        if (type.Kind == TypeKind.Vector && field.Element.IsOffset)
        {
            string element = field.Element.Kind == TypeKind.String ? "string" : CSharpNames.Global(field.Element.Definition!, field.Element.Kind == TypeKind.Union ? "Value" : "");
            _code.Open($"foreach ({element} element in {field.Local})");
            string each = field.Element.Kind == TypeKind.String
                ? $"{Run}GeneratedWriter.MaxTextSize(element)"
                : $"{Helper(field.Element, "Codec")}.MaxSize(element{DepthArgument(field.Element)})";
            if (field.Element.Kind != TypeKind.Union)
            {
                _code.Block("if (element is null)", $"{Run}GeneratedThrow.NullElement({FullField(field)});");
                _code.Line();
            }

            _code.Line($"size += {each};");
            _code.Close();
        }

        _code.Close();
        _code.Line();
    }

    private void EmitWriteRoot()
    {
        // A row of stores takes less than a call more.
        if (!Fields.Any(field => field.Type.IsOffset))
        {
            _code.Line(Inline);
        }

        _code.Open($"public static int WriteRoot(ref byte origin, int end, {_plain} value)");
        _code.Block($"if (end < {_table.RootTable + _table.PaddedSize})", "return -1;");
        _code.Line();
        if (_table.IsDeep && Fields.Any(field => _emission.IsDeep(field.Type)))
        {
            _code.Line("const int depth = 1;");
        }

        EmitLocals();
        Emission.StoreImage(_code, _table.RootImage(), place => place.ToString(System.Globalization.CultureInfo.InvariantCulture));
        EmitPatches(_table.RootVTable.ToString(System.Globalization.CultureInfo.InvariantCulture), direct: false);
        EmitBody(offset => (_table.RootTable + offset).ToString(System.Globalization.CultureInfo.InvariantCulture), direct: false);
        _code.Line("return at;");
        _code.Close();
    }

    private void EmitWriteNested()
    {
        if (HasKnownSize)
        {
            _code.Line(Emission.NoInline);
        }

        _code.Open($"public static int Write(ref byte origin, int at, int end, int slot, {_plain} value, ref {Run}GeneratedVTable shared{DepthParameter})");
        DepthCheck();
        EmitLocals();
        EmitShape(direct: false);
        EmitHead(direct: false);
        EmitBody(offset => $"table + {offset}", direct: false);
        _code.Line("return at;");
        _code.Close();
    }

    // Up to and with the table's offset to its vtable.
    private void EmitHead(bool direct)
    {
        string match = HasShape(direct) ? "shared.Position == 0 || shared.Shape != shape || shape >> 63 != 0" : "shared.Position == 0";
        _code.Open($"if ({match})");
        _code.Block($"if (end - at < {_table.PaddedVTableSize})", "return -1;");
        _code.Line();
        Emission.StoreImage(_code, _table.VTableImage(), place => $"at + {place}");
        if (HasShape(direct))
        {
            _code.Open("if (shape != 0)");
            EmitPatches("at", direct);
            _code.Close();
            _code.Line();
            _code.Line("shared.Shape = shape;");
        }

        _code.Line("shared.Position = at;");
        _code.Line($"at += {_table.PaddedVTableSize};");
        _code.Close();
        _code.Line();
        EmitPlace("shared.Position", "slot", hasRoom: false);
    }

    // The table's place, and the offsets that lead from it to its vtable and to it.
    private void EmitPlace(string vtable, string slot, bool hasRoom)
    {
        string place = _table.Alignment == 4 ? "at" : $"((at + {4 + _table.Alignment - 1}) & -{_table.Alignment}) - 4";
        _code.Line($"int table = {place};");
        if (!hasRoom)
        {
            _code.Block($"if (end - table < {_table.PaddedSize})", "return -1;");
            _code.Line();
        }

        if (_table.Alignment == 8)
        {
            _code.Line($"{Bytes}.StoreUInt32(ref origin, at, 0);");
        }
        else if (_table.Alignment > 8)
        {
            _code.Line($"{Bytes}.Clear(ref origin, at, table - at);");
        }

        _code.Line($"{Bytes}.StoreInt32(ref origin, table, table - {vtable});");
        _code.Line($"{Bytes}.StoreUInt32(ref origin, {slot}, (uint)(table - {slot}));");
    }

    private void EmitLocals()
    {
        foreach (FieldCode field in Fields.Where(field => IsNullable(field) || field.Type.Kind == TypeKind.Union))
        {
            _code.Line($"{PlainType(field)}{(IsNullable(field) ? "?" : "")} {field.Local} = value.{field.Property};");
            if (field.IsRequired)
            {
                _code.Block($"if ({PlainAbsence(field)})", $"{Run}GeneratedThrow.RequiredFieldMissing({FullField(field)});");
                _code.Line();
            }
        }
    }

    private static string PlainAbsence(FieldCode field) => field.Type.Kind switch
    {
        TypeKind.Union => $"{field.Local}.Type == 0",
        TypeKind.Scalar or TypeKind.Enum or TypeKind.Struct => $"!{field.Local}.HasValue",
        _ => $"{field.Local} is null",
    };

    // The condition that a field is left out; null where it never is. What is nested in a table that takes values directly comes later.
    private static string? Absence(FieldCode field, bool direct) => !direct
        ? field.AbsentBit < 0 ? null : PlainAbsence(field)
        : field.IsNested ? "true"
        : field.AbsentBit < 0 ? null
        : field.Type.Kind == TypeKind.Vector ? $"{field.Local}.IsEmpty" : PlainAbsence(field);

    private bool HasShape(bool direct) => Fields.Any(field => Absence(field, direct) is not null);

    private void EmitShape(bool direct)
    {
        if (!HasShape(direct))
        {
            return;
        }

        bool isNested = direct && Fields.Any(field => field.IsNested);
        _code.Line(isNested ? $"ulong shape = 1UL << {TableCode.UntrackedBit};" : "ulong shape = 0;");
        foreach (FieldCode field in Fields.Where(field => Absence(field, direct) is not (null or "true")))
        {
            _code.Block($"if ({Absence(field, direct)})", $"shape |= 1UL << {field.AbsentBit};");
            _code.Line();
        }
    }

    private void EmitPatches(string vtable, bool direct)
    {
        foreach (FieldCode field in Fields)
        {
            string? condition = Absence(field, direct);
            string patch = $"{Bytes}.StoreUInt16(ref origin, {vtable} + {field.Place.Entry}, 0);";
            if (field.TypePlace is not null)
            {
                patch += $"\n{Bytes}.StoreUInt16(ref origin, {vtable} + {field.TypePlace.Entry}, 0);";
            }

            if (condition == "true")
            {
                _code.Line(patch);
            }
            else if (condition is not null)
            {
                _code.Block($"if ({condition})", patch);
                _code.Line();
            }
        }
    }

    // The table's own values, then what its offsets lead to.
    private void EmitBody(Func<int, string> place, bool direct)
    {
        EmitValues(place, direct);
        string next = $"{place(_table.PaddedSize)}";
        _code.Line(next.StartsWith("table", StringComparison.Ordinal) ? $"at = {next};" : $"int at = {next};");
        foreach (FieldCode field in Fields.Where(field => field.Type.IsOffset))
        {
            EmitChild(field, place(field.Place.Offset), field.TypePlace is null ? "0" : place(field.TypePlace.Offset), direct);
        }
    }

    private void EmitValues(Func<int, string> place, bool direct)
    {
        if (_table.PaddedSize != _table.Size)
        {
            _code.Line($"{Bytes}.StoreUInt32(ref origin, {place(_table.PaddedSize - 4)}, 0);");
        }

        foreach (FieldCode field in Fields.Where(field => !field.Type.IsOffset).OrderBy(field => field.Place.Offset))
        {
            string value = IsNullable(field) ? $"{field.Local}.GetValueOrDefault()" : direct ? field.Local : $"value.{field.Property}";
            _code.Line(field.Type.Kind == TypeKind.Struct
                ? $"{Helper(field.Type, "Codec")}.Store(ref origin, {place(field.Place.Offset)}, {value});"
                : Emission.Store(field.Type, place(field.Place.Offset), value));
        }
    }
}

using System.Collections.Generic;
using System.Linq;
using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

/// <summary>Generates a union: a struct with a value, and its nested types that write, read and verify.</summary>
internal sealed class UnionEmitter
{
    private const string Bytes = Emission.Bytes;
    private const string Run = Emission.Run;
    private const string Writer = Run + "GeneratedWriter";
    private const string ReadOnlyBytes = Emission.ReadOnlyBytes;
    private const string Hidden = Emission.Hidden;
    private const string Origin = "ref byte origin";

    private readonly CodeWriter _code;
    private readonly Emission _emission;
    private readonly UnionCode _union;
    private readonly string _name;
    private readonly string _self;
    private readonly string _kind;

    public UnionEmitter(CodeWriter code, Emission emission, UnionCode union)
    {
        _code = code;
        _emission = emission;
        _union = union;
        _name = CSharpNames.Identifier(union.Name);
        _self = Emission.Self(union.Definition);
        _kind = union.Members["Kind"];
    }

    private MemberNames Members => _union.Members;

    private IReadOnlyList<UnionValueCode> Values => _union.Values;

    private string View => Members["View"];

    private string Type => Members["Type"];

    private int TypeSize => ScalarKinds.SizeOf(_union.Definition.Underlying);

    public void Emit()
    {
        Emission.Summary(_code, _union.Definition.Documentation, $"A value of the union {_union.Definition.FullName}, or none.");
        _code.Open($"{CSharpNames.Access(_union.Definition)} readonly partial struct {_name}");
        EnumEmitter.EmitUnionTypes(_code, _union);
        EmitValue();
        EmitView();
        EmitVectorView();
        EmitWriter();
        EmitVectorWriter();
        _code.Line();
        _code.Line("/// <summary>The methods that write and verify, for generated code.</summary>");
        _code.Open($"{Hidden} public static class {Members["Layout"]}");
        EmitMaxSize();
        EmitWrite();
        EmitVerify();
        _code.Close();
        _code.Close();
    }

    private string Value(UnionValueCode member) => $"{_kind}.{CSharpNames.Identifier(member.Name)}";

    private string Case(UnionValueCode member) => $"case {Value(member)}:";

    // Generates the arms and the end of a switch expression over the types. The caller has opened the expression.
    private void EmitCases(System.Func<UnionValueCode, string> result, string otherwise)
    {
        foreach (UnionValueCode member in Values)
        {
            _code.Line($"{Value(member)} => {result(member)},");
        }

        _code.Line($"_ => {otherwise},");
        _code.CloseExpression();
    }

    private void EmitValue()
    {
        string stored = Members["Value"];
        _code.Line();
        _code.Open($"private {_name}({_kind} type, object value)");
        _code.Line($"{Type} = type;\n{stored} = value;");
        _code.Close();
        _code.Line();
        _code.Line("/// <summary>Gets the type of the value.</summary>");
        _code.Line($"public {_kind} {Type} {{ get; }}");
        _code.Line();
        _code.Line("/// <summary>Gets the value, or null if there is none.</summary>");
        _code.Line($"public object? {stored} {{ get; }}");
        foreach (UnionValueCode member in Values)
        {
            string type = _emission.ValueType(member.Type);
            bool isStruct = member.Type.Kind == TypeKind.Struct;
            string name = member.Name;
            _code.Line();
            _code.Line($"/// <summary>Gets the value if it is {name}; otherwise null.</summary>");
            _code.Line($"public {type}? {member.As}() => {Type} == {Value(member)} ? {(isStruct ? $"({type}?){stored}" : $"{stored} as {type}")} : null;");
            _code.Line();
            _code.Line($"/// <summary>Creates a value that is {name}.</summary>");
            string value = isStruct ? "value" : $"{Run}GeneratedThrow.NotNull(value, \"value\")";
            _code.Line($"public static {_self} {member.From}({type} value) => new {_self}({Value(member)}, {value});");
        }
    }

    private void EmitMaxSize()
    {
        _code.Open($"public static long MaxSize({_self} value, int depth) => value.{Type} switch");
        EmitCases(
            member => member.Type.Kind switch
            {
                TypeKind.Table => $"{Run}TableWriter.MaxSize<{_emission.Nested(member.Type, "Layout")}>(value.{member.As}(), depth)",
                TypeKind.Struct => $"{_emission.Index.Struct(member.Type.Definition!).Size + _emission.Index.Struct(member.Type.Definition!).Alignment + 3}",
                _ => $"{Writer}.MaxTextSize(value.{member.As}())",
            },
            "0");
        _code.Line();
        _code.Open($"public static long MaxSize({Emission.Payloads}FieldList<{_self}>? list, int depth)");
        _code.Line($"long size = {Writer}.MaxListSize(list, 4, 4) + {Writer}.MaxListSize(list, {TypeSize}, {System.Math.Max(4, TypeSize)});");
        _code.Open($"foreach ({_self} value in {Writer}.Elements(list))");
        _code.Line($"size += MaxSize(value, depth);");
        _code.Close();
        _code.Line();
        _code.Line("return size;");
        _code.Close();
    }

    private void EmitWrite()
    {
        _code.Line();
        _code.Open($"public static int Write({Origin}, int at, int end, int slot, int typeSlot, {_self} value, int depth)");
        _code.Line($"{Bytes}.Store(ref origin, typeSlot, value.{Type});");
        _code.Line($"return at < 0 ? at : value.{Type} switch");
        _code.Open();
        EmitCases(
            member => member.Type.Kind switch
            {
                TypeKind.Table => $"{Run}TableWriter.Table<{_emission.Nested(member.Type, "Layout")}>(ref origin, at, end, slot, value.{member.As}(), depth)",
                TypeKind.Struct => $"{Writer}.Struct(ref origin, at, end, slot, value.{member.As}().GetValueOrDefault(), {_emission.Index.Struct(member.Type.Definition!).Alignment})",
                _ => $"{Writer}.Text(ref origin, at, end, slot, value.{member.As}(), false)",
            },
            $"{Writer}.None(ref origin, at, slot)");
        _code.Close();
        _code.Line();
        _code.Open($"public static int Write({Origin}, int at, int end, int slot, int typeSlot, Sys_::ReadOnlySpan<{_self}> values, int depth)");
        _code.Block($"if ({Writer}.IsAbsent(values) || at < 0)", $"return {Writer}.None(ref origin, {Writer}.None(ref origin, at, typeSlot), slot);");
        _code.Line($"at = {Writer}.VectorHead(ref origin, at, end, typeSlot, values.Length, {TypeSize}, {System.Math.Max(4, TypeSize)}, out int types);");
        _code.Line($"at = at < 0 ? at : {Writer}.VectorHead(ref origin, at, end, slot, values.Length, 4, 4, out slot);");
        _code.Open("for (int i = 0; at >= 0 && i < values.Length; i++)");
        _code.Line($"at = Write(ref origin, at, end, slot + (4 * i), types + ({TypeSize} * i), values[i], depth);");
        _code.Close();
        _code.Line();
        _code.Line("return at;");
        _code.Close();
    }

    private void EmitVerify()
    {
        string load = $"{Bytes}.Load<{_kind}>(ref {Bytes}.Place(buffer, ";
        string budget = $"int depth, ref {Run}GeneratedVerifierBudget budget";
        _code.Gap();
        _code.Line("// A newer schema may have more types. This program skips their values.");
        _code.Open($"private static bool VerifyValue({ReadOnlyBytes} buffer, {_kind} type, int slot, {budget}) => type switch");
        EmitCases(
            member => member.Type.Kind switch
            {
                TypeKind.Table => $"{Run}TableVerifier.At<{_emission.Nested(member.Type, "Layout")}>(buffer, slot, depth, ref budget)",
                TypeKind.Struct => $"{Run}GeneratedVerifier.Struct(buffer, slot, {_emission.Index.Struct(member.Type.Definition!).Size}, {_emission.Index.Struct(member.Type.Definition!).Alignment})",
                _ => $"{Run}GeneratedVerifier.Text(buffer, slot)",
            },
            "true");
        _code.Line();
        string[] structs = [.. Values.Where(member => member.Type.Kind == TypeKind.Struct).Select(Value)];
        _code.Line($"// A slot of 0 is a missing field.{(structs.Length > 0 ? " FlatBuffers' C++ verifier accepts a missing table or text, not a struct." : "")}");
        _code.Open($"public static bool VerifyAt({ReadOnlyBytes} buffer, int typeSlot, int slot, {budget})");
        _code.Line($"{_kind} type = typeSlot == 0 ? default : {load}typeSlot));");
        string missing = structs.Length == 0 ? "true" : string.Join(" && ", structs.Select(value => "type != " + value));
        _code.Line($"return slot == 0 ? {missing} : {Run}GeneratedVerifier.Offset(buffer, slot) && (typeSlot == 0 || VerifyValue(buffer, type, slot, depth, ref budget));");
        _code.Close();
        _code.Line();
        _code.Open($"public static bool VerifyVector({ReadOnlyBytes} buffer, int typeSlot, int slot, {budget})");
        _code.Block("if (typeSlot == 0 || slot == 0)", "return typeSlot == slot;");
        _code.Line();
        _code.Line($"int types = {Run}GeneratedVerifier.Vector(buffer, typeSlot, {TypeSize}, {System.Math.Max(4, TypeSize)}, out int typeCount);");
        _code.Line($"int values = {Run}GeneratedVerifier.Vector(buffer, slot, 4, 4, out int count);");
        _code.Line("bool isValid = types != 0 && values != 0 && count == typeCount && budget.TakeElements(count);");
        _code.Open("for (int i = 0; isValid && i < count; i++)");
        _code.Line($"isValid = VerifyValue(buffer, {load}types + ({TypeSize} * i))), values + (4 * i), depth, ref budget);");
        _code.Close();
        _code.Line();
        _code.Line("return isValid;");
        _code.Close();
    }

    private void EmitView()
    {
        _code.Line();
        _code.Line("/// <summary>Reads a value in place. Valid as long as the payload's memory. Nothing throws: missing or invalid data is the default.</summary>");
        _code.Open($"public readonly ref struct {View}");
        _code.Line($"private readonly {Run}UnionReader _value;");
        _code.Line();
        _code.Open($"{Hidden} public {View}({Run}UnionReader value, {_kind} type)");
        _code.Line("_value = value;\nType = value.IsPresent ? type : default;");
        _code.Close();
        _code.Line();
        _code.Line("/// <summary>Gets the type of the value. A type of a newer schema has no name.</summary>");
        _code.Line($"public {_kind} Type {{ get; }}");
        foreach (UnionValueCode member in Values)
        {
            string type = member.Type.Kind switch
            {
                TypeKind.Table => _emission.Nested(member.Type, "View"),
                _ => _emission.ValueType(member.Type) + "?",
            };
            string value = member.Type.Kind switch
            {
                TypeKind.Table => $"new {type}(_value.Table<{_emission.Nested(member.Type, "Layout")}>()) : default",
                TypeKind.Struct => $"_value.Struct<{_emission.ValueType(member.Type)}>() : null",
                _ => "_value.Text() : null",
            };
            _code.Line();
            _code.Line($"public {type} {member.ViewAs}() => Type == {Value(member)} ? {value};");
            if (member.Type.Kind == TypeKind.String)
            {
                _code.Line();
                _code.Line($"public {ReadOnlyBytes} {member.ViewUtf8}() => Type == {Value(member)} ? _value.Utf8() : default;");
            }
        }

        EmitRead();

        _code.Close();
    }

    private void EmitRead()
    {
        _code.Line();
        _code.Open($"{Hidden} public {_self} Read({_self} target, ref {Run}GeneratedBudget budget, int depth)");
        _code.Open("switch (Type)");
        foreach (UnionValueCode member in Values)
        {
            string local = "value" + member.Name;
            string type = _emission.ValueType(member.Type);
            string read = member.Type.Kind switch
            {
                TypeKind.Table => $"_value.ReadTable<{type}, {_emission.Nested(member.Type, "Layout")}>(target.{member.As}(), ref budget, depth)",
                TypeKind.Struct => $"budget.TakeBoxed<{type}>() ? {member.ViewAs}() : null",
                _ => $"_value.ReadText(target.{member.As}(), ref budget)",
            };
            _code.Line(Case(member));
            _code.Line($"    {type}? {local} = {read};");
            if (member.Type.Kind == TypeKind.Table)
            {
                _code.Line($"    return {local} is null ? budget.Refuse(target) : {member.From}({local});");
            }
            else
            {
                _code.Line($"    return {local} is null ? default : {member.From}({local}{(member.Type.Kind == TypeKind.Struct ? ".GetValueOrDefault()" : "")});");
            }
        }

        _code.Line("default:\n    return default;");
        _code.Close();
        _code.Close();
    }

    private void EmitVectorView()
    {
        string vector = Members["VectorView"];
        string enumerator = Members["Enumerator"];
        _code.Line();
        _code.Line("/// <summary>Reads a vector of these values in place.</summary>");
        _code.Open($"public readonly ref struct {vector}");
        _code.Line($"private readonly {Run}UnionVector _values;");
        _code.Line();
        _code.Line($"{Hidden} public {vector}({Run}UnionVector values) => _values = values;");
        _code.Line();
        _code.Line("public int Count => _values.Count;");
        _code.Line();
        _code.Line("/// <summary>Gets a value, or the default view if out of range.</summary>");
        _code.Line($"public {View} this[int index] => new {View}(_values.Get(index, out {_kind} type), type);");
        _code.Line();
        _code.Line($"public {enumerator} GetEnumerator() => new {enumerator}(this);");
        _code.Line();
        _code.Open($"public ref struct {enumerator}");
        _code.Line($"private readonly {vector} _values;\nprivate int _index;");
        _code.Line($"internal {enumerator}({vector} values) {{ _values = values; _index = -1; }}");
        _code.Line($"public {View} Current => _values[_index];");
        _code.Line("public bool MoveNext() => ++_index < _values.Count;");
        _code.Close();
        string list = $"{Emission.Payloads}FieldList<{_self}>";
        _code.Line();
        _code.Open($"{Hidden} public {list} Read({list}? list, ref {Run}GeneratedBudget budget, int depth)");
        _code.Line($"list ??= new {list}();");
        _code.Line($"Sys_::Span<{_self}> items = budget.Resize(list, Count);");
        _code.Open("for (int i = 0; i < items.Length && budget.IsValid; i++)");
        _code.Line("items[i] = this[i].Read(items[i], ref budget, depth);");
        _code.Close();
        _code.Line();
        _code.Line("return list;");
        _code.Close();

        _code.Close();
    }

    private void EmitWriter()
    {
        string writer = Members["Writer"];
        _code.Line();
        _code.Line("/// <summary>A slot for one value.</summary>");
        _code.Open($"public readonly struct {writer}");
        _code.Line("private readonly int _typeSlot;\nprivate readonly int _slot;");
        _code.Line();
        _code.Open($"{Hidden} public {writer}(int typeSlot, int slot)");
        _code.Line("_typeSlot = typeSlot;\n_slot = slot;");
        _code.Close();
        foreach (UnionValueCode member in Values)
        {
            EmitWriteMember(member);
        }

        _code.Close();
    }

    private void EmitWriteMember(UnionValueCode member)
    {
        bool isTable = member.Type.Kind == TypeKind.Table;
        string returns = isTable ? _emission.Nested(member.Type, "Writer") : "void";
        string parameters = isTable
            ? TableEmitter.DirectParameters(_emission, _emission.Table(member.Type.Definition!))
            : $", {_emission.ValueType(member.Type)} value";
        _code.Line();
        _code.Open($"public {returns} {member.Write}(ref {Emission.Payloads}PayloadWriter writer{parameters})");
        _code.Block($"if (!writer.OpenValue(_typeSlot, _slot, {Value(member)}))", isTable ? "return default;" : "return;");
        _code.Line();
        switch (member.Type.Kind)
        {
            case TypeKind.Table:
                _code.Line($"{Run}GeneratedVTable shared = default;");
                _code.Line($"return {returns}.Add(ref writer, _slot, ref shared{TableEmitter.DirectArguments(_emission.Table(member.Type.Definition!))});");
                break;
            case TypeKind.Struct:
                _code.Line($"writer.At = {Writer}.Struct(ref {Bytes}.First(writer.Destination), writer.At, writer.Destination.Length, _slot, value, {_emission.Index.Struct(member.Type.Definition!).Alignment});");
                break;
            default:
                _code.Line("writer.Text(_slot, value);");
                break;
        }

        _code.Close();
    }

    private void EmitVectorWriter()
    {
        string name = Members["VectorWriter"];
        string writer = Members["Writer"];
        _code.Line();
        _code.Line("/// <summary>Writes a vector of these values. Pass it by reference: a copy does not get the later state of the original.</summary>");
        _code.Open($"public struct {name}");
        _code.Line($"private {Run}VectorSlots _types;\nprivate {Run}VectorSlots _values;");
        _code.Line();
        _code.Open($"{Hidden} public {name}({Run}VectorSlots types, {Run}VectorSlots values)");
        _code.Line("_types = types;\n_values = values;");
        _code.Close();
        _code.Line();
        _code.Line("public readonly int Count => _values.Count;");
        _code.Line();
        _code.Line("/// <summary>Adds a slot for one value.</summary>");
        _code.Line("/// <exception cref=\"Sys_::InvalidOperationException\">The vector has as many values as its capacity.</exception>");
        _code.Continued(
            $"public {writer} Add(ref {Emission.Payloads}PayloadWriter writer) =>",
            $"new {writer}(_types.Add(ref writer, {TypeSize}), _values.Add(ref writer));");
        _code.Close();
    }
}

using System.Linq;
using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

/// <summary>Writes what belongs to one union: its types, its value, its views and its writers.</summary>
internal sealed partial class UnionEmitter
{
    private const string Bytes = Emission.Bytes;
    private const string Run = Emission.Run;
    private const string ReadOnlySpan = "global::System.ReadOnlySpan<byte>";

    private readonly CodeWriter _code;
    private readonly Emission _emission;
    private readonly UnionDefinition _union;
    private readonly string _type;
    private readonly bool _isDeep;

    public UnionEmitter(CodeWriter code, Emission emission, UnionDefinition union)
    {
        _code = code;
        _emission = emission;
        _union = union;
        _type = CSharpNames.Global(union.FullName);
        _isDeep = union.Members.Any(member => emission.IsDeep(member.Type));
    }

    public void Emit()
    {
        EnumEmitter.EmitUnionTypes(_code, _union);
        _code.Line();
        EmitValue();
        _code.Line();
        EmitView();
        _code.Line();
        EmitVectorView();
        _code.Line();
        EmitWriter();
        _code.Line();
        EmitVectorWriter();
        _code.Line();
        _code.Line($"/// <summary>Writes and checks values of the union {_union.Name} at places in a payload.</summary>");
        _code.Open($"internal static class {_union.Name}Codec");
        EmitMaxSize();
        _code.Line();
        EmitWrite();
        _code.Line();
        EmitVerify();
        _code.Close();
    }

    private string Case(UnionMember member) => $"case {_type}.{CSharpNames.Identifier(member.Name)}:";

    private static string MemberType(UnionMember member) => Emission.ValueType(member.Type);

    private static string Helper(TypeReference type, string suffix) => CSharpNames.Global(type.Definition!, suffix);

    private string Depth => _isDeep ? ", int depth" : "";

    private string DepthArgument(TypeReference type) => _emission.IsDeep(type) ? ", depth" : "";

    private void EmitValue()
    {
        string value = CSharpNames.Identifier(_union.Name + "Value");
        _code.Line($"/// <summary>A value of the union {_union.FullName}, or none.</summary>");
        _code.Open($"public readonly struct {value}");
        _code.Open($"private {_union.Name}Value({_type} type, object value)");
        _code.Line("Type = type;\nValue = value;");
        _code.Close();
        _code.Line();
        _code.Line("/// <summary>What the value is.</summary>");
        _code.Line($"public {_type} Type {{ get; }}");
        _code.Line();
        _code.Line("/// <summary>The value; null where there is none.</summary>");
        _code.Line("public object? Value { get; }");
        foreach (UnionMember member in _union.Members)
        {
            string type = MemberType(member);
            bool isStruct = member.Type.Kind == TypeKind.Struct;
            _code.Line();
            _code.Line($"/// <summary>The value where it is a {member.Name}; else null.</summary>");
            string conversion = isStruct ? $"({type}?)Value" : $"Value as {type}";
            _code.Line($"public {type}? As{member.Name}() => Type == {_type}.{CSharpNames.Identifier(member.Name)} ? {conversion} : null;");
            _code.Line();
            _code.Line($"/// <summary>Makes a value that is a {member.Name}.</summary>");
            _code.Line("/// <param name=\"value\">The value.</param>");
            _code.Line("/// <returns>The union's value.</returns>");
            _code.Line("/// <exception cref=\"global::System.ArgumentNullException\"><paramref name=\"value\"/> is null.</exception>");
            _code.Open($"public static {CSharpNames.Global(_union.FullName, "Value")} From{member.Name}({type} value)");
            if (!isStruct)
            {
                _code.Line($"{Run}GeneratedThrow.CheckNotNull(value, nameof(value));");
            }

            _code.Line($"return new {CSharpNames.Global(_union.FullName, "Value")}({_type}.{CSharpNames.Identifier(member.Name)}, value);");
            _code.Close();
        }

        _code.Close();
    }

    private void EmitMaxSize()
    {
        _code.Open($"public static long MaxSize({CSharpNames.Global(_union.FullName, "Value")} value{Depth})");
        _code.Open("switch (value.Type)");
        foreach (UnionMember member in _union.Members)
        {
            string local = $"value.As{member.Name}()";
            string size = member.Type.Kind switch
            {
                TypeKind.Table => $"{Helper(member.Type, "Codec")}.MaxSize({local}!{DepthArgument(member.Type)})",
                TypeKind.Struct => $"{_emission.Index.Struct(member.Type.Definition!).Size} + {_emission.Index.Struct(member.Type.Definition!).Alignment + 3}",
                _ => $"{Run}GeneratedWriter.MaxTextSize({local}!)",
            };
            _code.Line($"{Case(member)}\n    return {size};");
        }

        _code.Line("default:\n    return 0;");
        _code.Close();
        _code.Close();
    }

    private void EmitWrite()
    {
        _code.Open($"public static int Write(ref byte origin, int at, int end, int slot, {CSharpNames.Global(_union.FullName, "Value")} value{Depth})");
        _code.Open("switch (value.Type)");
        foreach (UnionMember member in _union.Members)
        {
            string local = $"value.As{member.Name}()";
            _code.Line(Case(member));
            switch (member.Type.Kind)
            {
                case TypeKind.Table:
                    _code.Line($"    {Run}GeneratedVTable shared{member.Name} = default;");
                    _code.Line($"    return {Helper(member.Type, "Codec")}.Write(ref origin, at, end, slot, {local}!, ref shared{member.Name}{DepthArgument(member.Type)});");
                    break;
                case TypeKind.Struct:
                    _code.Line($"    return WriteStruct(ref origin, at, end, slot, {local}.GetValueOrDefault());");
                    break;
                default:
                    _code.Line($"    return {Run}GeneratedWriter.Text(ref origin, at, end, slot, {local}!);");
                    break;
            }
        }

        _code.Line("default:\n    return at;");
        _code.Close();
        _code.Close();
        foreach (TypeReference type in _union.Members.Select(member => member.Type).Where(type => type.Kind == TypeKind.Struct).Distinct())
        {
            StructDefinition definition = _emission.Index.Struct(type.Definition!);
            _code.Line();
            _code.Open($"public static int WriteStruct(ref byte origin, int at, int end, int slot, {CSharpNames.Global(definition.FullName)} value)");
            _code.Line($"int place = {Run}GeneratedWriter.StructPlace(ref origin, at, end, slot, {definition.Size}, {definition.Alignment}, out int next);");
            _code.Open("if (place > 0)");
            _code.Line($"{Helper(type, "Codec")}.Store(ref origin, place, value);");
            _code.Close();
            _code.Line();
            _code.Line("return next;");
            _code.Close();
        }

        _code.Line();
        string type0 = CSharpNames.Keyword(_union.Underlying);
        _code.Open($"public static int WriteVector(ref byte origin, int at, int end, int slot, int typeSlot, global::System.ReadOnlySpan<{CSharpNames.Global(_union.FullName, "Value")}> values{Depth})");
        _code.Line($"at = {Run}GeneratedWriter.VectorHead(ref origin, at, end, typeSlot, values.Length, {CSharpNames.SizeOf(_union.Underlying)}, {System.Math.Max(4, CSharpNames.SizeOf(_union.Underlying))}, out int types);");
        _code.Block("if (at < 0)", "return -1;");
        _code.Line();
        _code.Line($"at = {Run}GeneratedWriter.VectorHead(ref origin, at, end, slot, values.Length, 4, 4, out int elements);");
        _code.Open("for (int i = 0; at >= 0 && i < values.Length; i++)");
        _code.Line($"{Bytes}.Store{CSharpNames.Helper(_union.Underlying)}(ref origin, types + (i * {CSharpNames.SizeOf(_union.Underlying)}), ({type0})values[i].Type);");
        _code.Line($"{Bytes}.StoreUInt32(ref origin, elements + (4 * i), 0);");
        _code.Line($"at = Write(ref origin, at, end, elements + (4 * i), values[i]{(_isDeep ? ", depth" : "")});");
        _code.Close();
        _code.Line();
        _code.Line("return at;");
        _code.Close();
    }

    private void EmitVerify()
    {
        string load = $"({_type}){Bytes}.Load{CSharpNames.Helper(_union.Underlying)}(buffer, ";
        _code.Open($"public static bool VerifyValue({ReadOnlySpan} buffer, {_type} type, int slot, int depth, ref {Run}GeneratedVerifierBudget budget)");
        _code.Open("switch (type)");
        foreach (UnionMember member in _union.Members)
        {
            _code.Line(Case(member));
            switch (member.Type.Kind)
            {
                case TypeKind.Table:
                    _code.Line($"    return {Helper(member.Type, "Codec")}.VerifyAt(buffer, slot, depth, ref budget);");
                    break;
                case TypeKind.Struct:
                    StructDefinition definition = _emission.Index.Struct(member.Type.Definition!);
                    _code.Line($"    return {Run}GeneratedVerifier.Struct(buffer, slot, {definition.Size}, {definition.Alignment});");
                    break;
                default:
                    _code.Line($"    return {Run}GeneratedVerifier.Text(buffer, slot);");
                    break;
            }
        }

        _code.Line("// A newer schema may know the type; nobody here reads the value.\ndefault:\n    return true;");
        _code.Close();
        _code.Close();
        _code.Line();
        _code.Line("// A slot of 0 is a missing field.");
        _code.Open($"public static bool VerifyAt({ReadOnlySpan} buffer, int typeSlot, int slot, int depth, ref {Run}GeneratedVerifierBudget budget)");
        string[] structs = [.. _union.Members.Where(member => member.Type.Kind == TypeKind.Struct)
            .Select(member => $" && {load}typeSlot) != {_type}.{CSharpNames.Identifier(member.Name)}")];
        if (structs.Length > 0)
        {
            _code.Line("// FlatBuffers' C++ verifier lets a table or a text be missing, but no struct.");
        }

        _code.Block("if (slot == 0)", structs.Length == 0 ? "return true;" : $"return typeSlot == 0 || ({string.Concat(structs).Substring(4)});");
        _code.Line();
        _code.Line($"return {Run}GeneratedVerifier.Offset(buffer, slot)\n    && (typeSlot == 0 || VerifyValue(buffer, {load}typeSlot), slot, depth, ref budget));");
        _code.Close();
        _code.Line();
        _code.Open($"public static bool VerifyVector({ReadOnlySpan} buffer, int typeSlot, int slot, int depth, ref {Run}GeneratedVerifierBudget budget)");
        _code.Block("if (typeSlot == 0 || slot == 0)", "return typeSlot == slot;");
        _code.Line();
        int size = CSharpNames.SizeOf(_union.Underlying);
        _code.Line($"int types = {Run}GeneratedVerifier.Vector(buffer, typeSlot, {size}, {System.Math.Max(4, size)}, out int typeCount);");
        _code.Line($"int values = {Run}GeneratedVerifier.Vector(buffer, slot, 4, 4, out int count);");
        _code.Block("if (types == 0 || values == 0 || count != typeCount || !budget.TakeElements(count))", "return false;");
        _code.Line();
        _code.Open("for (int i = 0; i < count; i++)");
        _code.Block($"if (!VerifyValue(buffer, {load}types + (i * {size})), values + (4 * i), depth, ref budget))", "return false;");
        _code.Close();
        _code.Line();
        _code.Line("return true;");
        _code.Close();
    }
}

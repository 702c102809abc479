using System.Linq;
using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

/// <summary>Writes what belongs to one union: its types, its value, its views and its writers.</summary>
internal sealed class UnionEmitter
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
        _code.Open($"public readonly partial struct {value}");
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

    private void EmitView()
    {
        string name = CSharpNames.Identifier(_union.Name + "View");
        _code.Line($"/// <summary>A value of the union {_union.FullName} inside a payload: nothing is copied, and it is valid as long as the payload's memory.</summary>");
        _code.Line("/// <remarks>Whatever the bytes are, nothing throws; a value that lies outside the payload reads as the default.</remarks>");
        _code.Open($"public readonly ref struct {name}");
        _code.Line($"private readonly {ReadOnlySpan} _buffer;\nprivate readonly int _slot;");
        _code.Line();
        _code.Open($"internal {_union.Name}View({ReadOnlySpan} buffer, {_type} type, int slot)");
        _code.Line("_buffer = buffer;\n_slot = slot;\nType = slot == 0 ? default : type;");
        _code.Close();
        _code.Line();
        _code.Line("/// <summary>What the value is; a number that has no name where a newer schema wrote it.</summary>");
        _code.Line($"public {_type} Type {{ get; }}");
        foreach (UnionMember member in _union.Members)
        {
            EmitMember(member);
        }

        EmitReadInto();
        _code.Close();
    }

    private void EmitMember(UnionMember member)
    {
        string isMember = $"Type == {_type}.{CSharpNames.Identifier(member.Name)}";
        _code.Line();
        _code.Line($"/// <summary>The value where it is a {member.Name}; else the default.</summary>");
        switch (member.Type.Kind)
        {
            case TypeKind.Table:
                string view = Helper(member.Type, "View");
                _code.Line($"public {view} As{member.Name}() => {isMember} ? {view}.At(_buffer, _slot) : default;");
                break;
            case TypeKind.Struct:
                string type = MemberType(member);
                _code.Open($"public {type}? As{member.Name}()");
                _code.Line($"int place = {isMember} ? {Run}GeneratedReader.Struct(_buffer, _slot, {_emission.Index.Struct(member.Type.Definition!).Size}) : 0;");
                _code.Line($"return place == 0 ? default({type}?) : {Helper(member.Type, "Codec")}.Load(ref {Bytes}.Place(_buffer, place), 0);");
                _code.Close();
                break;
            default:
                _code.Line($"public string? As{member.Name}() => {isMember} ? {Run}GeneratedReader.Text(_buffer, _slot) : null;");
                _code.Line();
                _code.Line($"/// <summary>The value as UTF-8 where it is a {member.Name}; else empty.</summary>");
                _code.Line($"public {ReadOnlySpan} As{member.Name}Utf8() => {isMember} ? {Run}GeneratedReader.Bytes(_buffer, _slot) : default;");
                break;
        }
    }

    private void EmitReadInto()
    {
        string value = CSharpNames.Global(_union.FullName, "Value");
        _code.Line();
        _code.Open($"internal bool ReadInto(ref {value} target, ref {Run}GeneratedBudget budget, int depth)");
        _code.Open("switch (Type)");
        foreach (UnionMember member in _union.Members)
        {
            string local = "value" + member.Name;
            _code.Line(Case(member));
            switch (member.Type.Kind)
            {
                case TypeKind.Table:
                    _code.Line($"    {MemberType(member)} {local} = target.As{member.Name}() ?? new();");
                    _code.Line($"    target = {value}.From{member.Name}({local});");
                    _code.Line($"    return As{member.Name}().ReadInto({local}, ref budget, depth);");
                    break;
                case TypeKind.Struct:
                    _code.Line($"    if (!budget.TakeBoxed<{MemberType(member)}>())\n    {{\n        return false;\n    }}\n");
                    _code.Line($"    {MemberType(member)}? {local} = As{member.Name}();");
                    _code.Line($"    target = {local}.HasValue ? {value}.From{member.Name}({local}.GetValueOrDefault()) : default;");
                    _code.Line("    return true;");
                    break;
                default:
                    _code.Line($"    string? {local} = target.As{member.Name}();");
                    _code.Line($"    if (!{Run}GeneratedReader.ReadText(_buffer, _slot, ref {local}, null, ref budget))\n    {{\n        return false;\n    }}\n");
                    _code.Line($"    target = {local} is null ? default : {value}.From{member.Name}({local});");
                    _code.Line("    return true;");
                    break;
            }
        }

        _code.Line("default:\n    target = default;\n    return true;");
        _code.Close();
        _code.Close();
    }

    private void EmitVectorView()
    {
        string name = CSharpNames.Identifier(_union.Name + "VectorView");
        string full = CSharpNames.Global(_union.FullName, "VectorView");
        string view = CSharpNames.Global(_union.FullName, "View");
        int size = CSharpNames.SizeOf(_union.Underlying);
        _code.Line($"/// <summary>A vector of values of the union {_union.FullName} inside a payload: nothing is copied, and it is valid as long as the payload's memory.</summary>");
        _code.Open($"public readonly ref struct {name}");
        _code.Line($"private readonly {ReadOnlySpan} _buffer;\nprivate readonly int _types;\nprivate readonly int _values;");
        _code.Line();
        _code.Open($"private {_union.Name}VectorView({ReadOnlySpan} buffer, int types, int values, int count)");
        _code.Line("_buffer = buffer;\n_types = types;\n_values = values;\nCount = count;");
        _code.Close();
        _code.Line();
        _code.Line("/// <summary>The number of values.</summary>\npublic int Count { get; }");
        _code.Line();
        _code.Line("/// <summary>A value; the default view for every index outside the vector.</summary>");
        _code.Line("/// <param name=\"index\">Which one.</param>");
        _code.Line($"public {view} this[int index] => unchecked((uint)index) >= (uint)Count\n    ? default\n    : new {view}(_buffer, ({_type}){Bytes}.Load{CSharpNames.Helper(_union.Underlying)}(_buffer, _types + (index * {size})), _values + (4 * index));");
        _code.Line();
        _code.Open($"internal static {full} At({ReadOnlySpan} buffer, int typeSlot, int slot)");
        _code.Line($"int types = {Run}GeneratedReader.Vector(buffer, typeSlot, {size}, out int typeCount);");
        _code.Line($"int values = {Run}GeneratedReader.Vector(buffer, slot, 4, out int count);");
        _code.Line($"return new {full}(buffer, types, values, global::System.Math.Min(typeCount, count));");
        _code.Close();
        _code.Close();
    }

    private void EmitWriter()
    {
        _code.Line($"/// <summary>The place of a value of the union {_union.FullName}, to write one value into.</summary>");
        _code.Open($"public readonly struct {CSharpNames.Identifier(_union.Name + "Writer")}");
        _code.Line("private readonly int _typeSlot;\nprivate readonly int _slot;");
        _code.Line();
        _code.Open($"internal {_union.Name}Writer(int typeSlot, int slot)");
        _code.Line("_typeSlot = typeSlot;\n_slot = slot;");
        _code.Close();
        foreach (UnionMember member in _union.Members)
        {
            EmitWriteMember(member);
        }

        _code.Close();
    }

    private void EmitWriteMember(UnionMember member)
    {
        string origin = "ref global::System.Runtime.InteropServices.MemoryMarshal.GetReference(writer.Destination)";
        bool isTable = member.Type.Kind == TypeKind.Table;
        string returns = isTable ? Helper(member.Type, "Writer") : "void";
        string parameters = isTable ? TableEmitter.DirectParameters(_emission.Table(member.Type.Definition!)) : $", {MemberType(member)} value";
        _code.Line();
        _code.Line($"/// <summary>Writes a {member.Name}, behind all that was written before.</summary>");
        _code.Open($"public {returns} Write{member.Name}(ref {Emission.Payloads}PayloadWriter writer{parameters})");
        _code.Block("if (_slot == 0 || writer.At < 0)", isTable ? "return default;" : "return;");
        _code.Line();
        _code.Line($"{Bytes}.Store{CSharpNames.Helper(_union.Underlying)}({origin}, _typeSlot, ({CSharpNames.Keyword(_union.Underlying)}){_type}.{CSharpNames.Identifier(member.Name)});");
        switch (member.Type.Kind)
        {
            case TypeKind.Table:
                _code.Line($"{Run}GeneratedVTable shared = default;");
                _code.Line($"return {Helper(member.Type, "Writer")}.At(ref writer, _slot, ref shared{TableEmitter.DirectArguments(_emission.Table(member.Type.Definition!))});");
                break;
            case TypeKind.Struct:
                _code.Line($"writer.At = {CSharpNames.Global(_union.FullName, "Codec")}.WriteStruct({origin}, writer.At, writer.Destination.Length, _slot, value);");
                break;
            default:
                _code.Line($"writer.At = {Run}GeneratedWriter.Text({origin}, writer.At, writer.Destination.Length, _slot, value);");
                break;
        }

        _code.Close();
    }

    private void EmitVectorWriter()
    {
        string writer = CSharpNames.Global(_union.FullName, "Writer");
        int size = CSharpNames.SizeOf(_union.Underlying);
        _code.Line($"/// <summary>A vector of values of the union {_union.FullName} that grows while it is written.</summary>");
        _code.Open($"public struct {CSharpNames.Identifier(_union.Name + "VectorWriter")}");
        _code.Line("private readonly int _types;\nprivate readonly int _values;\nprivate readonly int _capacity;");
        _code.Line();
        _code.Open($"internal {_union.Name}VectorWriter(int types, int values, int capacity)");
        _code.Line("_types = types;\n_values = values;\n_capacity = capacity;\nCount = 0;");
        _code.Close();
        _code.Line();
        _code.Line("/// <summary>The number of values so far.</summary>\npublic int Count { readonly get; private set; }");
        _code.Line();
        _code.Line("/// <summary>Adds a place, to write one value into.</summary>");
        _code.Line("/// <exception cref=\"global::System.InvalidOperationException\">The vector has as many values as it was started for.</exception>");
        _code.Open($"public {writer} Add(ref {Emission.Payloads}PayloadWriter writer)");
        _code.Line($"int type = writer.OpenElement(_types, Count, _capacity, {size});");
        _code.Line("int slot = writer.OpenElement(_values, Count, _capacity, 4);");
        _code.Block("if (type == 0 || slot == 0)", "return default;");
        _code.Line();
        _code.Line("Count++;");
        _code.Line($"return new {writer}(type, slot);");
        _code.Close();
        _code.Close();
    }
}

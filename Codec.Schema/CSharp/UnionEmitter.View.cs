using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

internal sealed partial class UnionEmitter
{
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

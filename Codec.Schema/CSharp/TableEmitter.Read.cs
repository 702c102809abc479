using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

internal sealed partial class TableEmitter
{
    private void EmitReadInto()
    {
        _code.Line();
        _code.Line($"internal {Run}GeneratedBudget CreateBudget() => new(_buffer.Length{TableLimit});");
        _code.Line();
        _code.Open($"internal bool ReadInto({_plain} target, ref {Run}GeneratedBudget budget, int depth)");
        _code.Block("if (!IsPresent || !budget.TakeTable(depth))", "return false;");
        _code.Line();
        foreach (FieldCode field in Fields)
        {
            EmitRead(field);
        }

        _code.Line("return true;");
        _code.Close();
    }

    private void EmitRead(FieldCode field)
    {
        string name = field.Property;
        string local = field.Local;
        switch (field.Type.Kind)
        {
            case TypeKind.Scalar or TypeKind.Enum or TypeKind.Struct:
                _code.Line($"target.{name} = {name};");
                break;
            case TypeKind.String:
                _code.Line($"string? {local} = target.{name};");
                string fallback = field.Field.DefaultText is string text ? CSharpNames.Quote(text) : "null";
                Refuse($"!{Run}GeneratedReader.ReadText(_buffer, {Slot(field.Place)}, ref {local}, {fallback}, ref budget)");
                _code.Line($"target.{name} = {local};");
                break;
            case TypeKind.Table:
                _code.Line($"{Helper(field.Type, "View")} {local} = {name};");
                _code.Block($"if (!{local}.IsPresent)", $"target.{name} = null;");
                _code.Block($"else if (!{local}.ReadInto(target.{name} ??= new(), ref budget, depth + 1))", "return false;");
                _code.Line();
                break;
            case TypeKind.Union:
                _code.Line($"{Helper(field.Type, "Value")} {local} = target.{name};");
                Refuse($"!{name}.ReadInto(ref {local}, ref budget, depth + 1)");
                _code.Line($"target.{name} = {local};");
                break;
            default:
                EmitReadVector(field);
                break;
        }
    }

    private void Refuse(string condition)
    {
        _code.Block($"if ({condition})", "return false;");
        _code.Line();
    }

    private void EmitReadVector(FieldCode field)
    {
        string name = field.Property;
        string local = field.Local;
        string isPresent = field.Field.DefaultIsEmptyVector ? "true" : $"Has{name}";
        if (field.Element.Kind is TypeKind.Table or TypeKind.Union)
        {
            string isTable = field.Element.Kind == TypeKind.Table ? "" : "Value";
            string element = CSharpNames.Global(field.Element.Definition!, isTable);
            if (field.Field.DefaultIsEmptyVector)
            {
                _code.Open();
            }
            else
            {
                _code.Block($"if (!{isPresent})", $"target.{name} = null;");
                _code.Open("else");
            }

            _code.Line($"{Helper(field.Element, "VectorView")} elements = {name};");
            _code.Block($"if (!budget.TakeVector<{element}>(elements.Count))", "return false;");
            _code.Line();
            _code.Line($"{Emission.Payloads}FieldList<{element}> {local} = target.{name} ??= new();");
            _code.Line($"global::System.Span<{element}> items = {local}.SetCount(elements.Count);");
            _code.Open("for (int i = 0; i < items.Length; i++)");
            string item = field.Element.Kind == TypeKind.Table ? "items[i] ??= new()" : "ref items[i]";
            Refuse($"!elements[i].ReadInto({item}, ref budget, depth + 1)");
            _code.Close();
            _code.Close();
            _code.Line();
            return;
        }

        string read = field.Element.Kind == TypeKind.String ? "ReadTexts" : field.IsVectorOfBooleans ? "ReadBooleans" : "ReadVector";
        _code.Line($"{PlainType(field)}? {local} = target.{name};");
        Refuse($"!{Run}GeneratedReader.{read}({isPresent}, {name}, ref {local}, ref budget)");
        _code.Line($"target.{name} = {local};");
    }

    private void EmitVectorView()
    {
        string name = CSharpNames.Identifier(_table.Name + "VectorView");
        _code.Line($"/// <summary>A vector of {Emission.Escape(_table.Name)} inside a payload: nothing is copied, and it is valid as long as the payload's memory.</summary>");
        _code.Open($"public readonly ref struct {name}");
        _code.Line($"private readonly {ReadOnlySpan} _buffer;\nprivate readonly int _start;");
        _code.Line();
        _code.Open($"private {_table.Name}VectorView({ReadOnlySpan} buffer, int start, int count)");
        _code.Line("_buffer = buffer;\n_start = start;\nCount = count;");
        _code.Close();
        _code.Line();
        _code.Line("/// <summary>The number of tables.</summary>");
        _code.Line("public int Count { get; }");
        _code.Line();
        _code.Line("/// <summary>A table; the default view where it leads outside the payload, and for every index outside the vector.</summary>");
        _code.Line("/// <param name=\"index\">Which one.</param>");
        _code.Open($"public {_view} this[int index]");
        _code.Line(Inline);
        _code.Line($"get => unchecked((uint)index) < (uint)Count ? {_view}.At(_buffer, _start + (4 * index)) : default;");
        _code.Close();
        EmitFind();
        _code.Line();
        _code.Line("/// <summary>Walks the tables in order without allocating.</summary>");
        _code.Line("/// <returns>The enumerator.</returns>");
        _code.Line("public Enumerator GetEnumerator() => new(this);");
        _code.Line();
        _code.Line(Inline);
        _code.Open($"internal static {CSharpNames.Global(_table.Definition.FullName, "VectorView")} At({ReadOnlySpan} buffer, int slot)");
        _code.Line($"int start = {Run}GeneratedReader.Vector(buffer, slot, 4, out int count);");
        _code.Line($"return new {CSharpNames.Global(_table.Definition.FullName, "VectorView")}(buffer, start, count);");
        _code.Close();
        _code.Line();
        _code.Line("/// <summary>Walks the tables of a vector.</summary>");
        _code.Open("public ref struct Enumerator");
        _code.Line($"private readonly {ReadOnlySpan} _buffer;\nprivate readonly int _last;\nprivate int _slot;");
        _code.Line();
        _code.Line(Inline);
        _code.Open($"internal Enumerator({name} vector)");
        _code.Line("_buffer = vector._buffer;");
        _code.Line("// Without elements the slot stays at 0, which is no element's place; it never passes the last element.");
        _code.Line("_slot = vector.Count == 0 ? 0 : vector._start - 4;");
        _code.Line("_last = _slot + (4 * vector.Count);");
        _code.Close();
        _code.Line();
        _code.Line("/// <summary>The table that the enumerator stands on.</summary>");
        _code.Open($"public readonly {_view} Current");
        _code.Line(Inline);
        _code.Line($"get => {_view}.At(_buffer, _slot);");
        _code.Close();
        _code.Line();
        _code.Line("/// <summary>Goes to the next table.</summary>");
        _code.Line("/// <returns><see langword=\"false\"/> after the last.</returns>");
        _code.Line(Inline);
        _code.Open("public bool MoveNext()");
        _code.Block("if (_slot == _last)", "return false;");
        _code.Line();
        _code.Line("_slot += 4;\nreturn true;");
        _code.Close();
        _code.Close();
        _code.Close();
    }

    private void EmitFind()
    {
        FieldCode? key = Key;
        if (key is null)
        {
            return;
        }

        bool isText = key.Type.Kind == TypeKind.String;
        string type = isText ? ReadOnlySpan : Emission.ValueType(key.Type);
        string compare = isText
            ? $"global::System.MemoryExtensions.SequenceCompareTo(this[middle].{key.Property}Utf8, key)"
            : KeyOrder.Compare(key.Type, $"this[middle].{key.Property}", "key");
        _code.Line();
        _code.Line($"/// <summary>Finds a table by its key {key.Field.Name}, in as many steps as the count has bits; the vector must be in the order of the key.</summary>");
        _code.Line($"/// <param name=\"key\">The key{(isText ? ", as UTF-8" : "")}.</param>");
        _code.Line("/// <param name=\"found\">The table, or the default view.</param>");
        _code.Line("/// <returns>Whether there is one; of several with the key it is any.</returns>");
        _code.Open($"public bool TryFind({type} key, out {_view} found)");
        KeyOrder.EmitSearch(_code, "Count", "this[middle]", compare);
        _code.Close();
    }
}

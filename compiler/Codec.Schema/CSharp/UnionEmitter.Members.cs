namespace Codec.Schema.CSharp;

internal sealed partial class UnionEmitter
{
    private string ViewType() => CodeText.Of($$"""
        /// <summary>Reads a value in place. Valid as long as the payload's memory. Nothing throws: missing or invalid data is the \
        default.</summary>
        public readonly ref struct {{View}}
        {
            private readonly Wire_::UnionReader _value;

            {{Hidden}} public {{View}}(Wire_::UnionReader value, {{_kind}} type)
            {
                _value = value;
                Type = value.IsPresent ? type : default;
            }

            /// <summary>Gets the type of the value. A type of a newer schema has no name.</summary>
            public {{_kind}} Type { get; }
            {{Values.Select(ViewAccess)}}

            {{Hidden}} public {{_self}} Read({{_self}} target, ref Wire_::GeneratedBudget budget, int depth)
            {
                switch (Type)
                {
                    {{Values.Select(ReadCase)}}
                    default:
                        return default;
                }
            }
        }
        """);

    private string ViewAccess(CSharpUnionMember member)
    {
        string type = member.Type.Kind == TypeKind.Table ? model.Nested(member.Type, "View") : model.ValueType(member.Type) + "?";
        string value = member.Type.Kind switch
        {
            TypeKind.Table => $"new {type}(_value.Table<{Layout(member)}>()) : default",
            TypeKind.Struct => $"_value.Struct<{model.ValueType(member.Type)}>() : null",
            _ => "_value.Text() : null",
        };
        string utf8 = member.Type.Kind != TypeKind.String ? "" : CodeText.Of($"""

            public Sys_::ReadOnlySpan<byte> {member.ViewUtf8}() => Type == {Value(member)} ? _value.Utf8() : default;
            """);
        return CodeText.Of($"""

            public {type} {member.ViewAs}() => Type == {Value(member)} ? {value};
            {utf8}
            """);
    }

    private string ReadCase(CSharpUnionMember member)
    {
        string local = "value" + member.Name;
        string type = model.ValueType(member.Type);
        string read = member.Type.Kind switch
        {
            TypeKind.Table => $"_value.ReadTable<{type}, {Layout(member)}>(target.{member.As}(), ref budget, depth)",
            TypeKind.Struct => $"budget.TakeBoxed<{type}>() ? {member.ViewAs}() : null",
            _ => $"_value.ReadText(target.{member.As}(), ref budget)",
        };
        string missing = member.Type.Kind == TypeKind.Table ? "budget.Refuse(target)" : "default";
        string value = member.Type.Kind == TypeKind.Struct ? local + ".GetValueOrDefault()" : local;
        return CodeText.Of($"""
            case {Value(member)}:
                {type}? {local} = {read};
                return {local} is null ? {missing} : {member.From}({value});
            """);
    }

    private string VectorView()
    {
        string vector = Members["VectorView"];
        string enumerator = Members["Enumerator"];
        string list = $"Payloads_::FieldList<{_self}>";
        return CodeText.Of($$"""
            /// <summary>Reads a vector of these values in place.</summary>
            public readonly ref struct {{vector}}
            {
                private readonly Wire_::UnionVector _values;

                {{Hidden}} public {{vector}}(Wire_::UnionVector values) => _values = values;

                public int Count => _values.Count;

                /// <summary>Gets a value, or the default view if out of range.</summary>
                public {{View}} this[int index] => new {{View}}(_values.Get(index, out {{_kind}} type), type);

                public {{enumerator}} GetEnumerator() => new {{enumerator}}(this);

                public ref struct {{enumerator}}
                {
                    private readonly {{vector}} _values;
                    private int _index;
                    internal {{enumerator}}({{vector}} values) { _values = values; _index = -1; }
                    public {{View}} Current => _values[_index];
                    public bool MoveNext() => ++_index < _values.Count;
                }

                {{Hidden}} public {{list}} Read({{list}}? list, ref Wire_::GeneratedBudget budget, int depth)
                {
                    list ??= new {{list}}();
                    Sys_::Span<{{_self}}> items = budget.Resize(list, Count);
                    for (int i = 0; i < items.Length && budget.IsValid; i++)
                    {
                        items[i] = this[i].Read(items[i], ref budget, depth);
                    }

                    return list;
                }
            }
            """);
    }

    private string Writer() => CodeText.Of($$"""
        /// <summary>A slot for one value.</summary>
        public readonly struct {{Members["Writer"]}}
        {
            private readonly int _typeSlot;
            private readonly int _slot;

            {{Hidden}} public {{Members["Writer"]}}(int typeSlot, int slot)
            {
                _typeSlot = typeSlot;
                _slot = slot;
            }
            {{Values.Select(WriteMember)}}
        }
        """);

    private string WriteMember(CSharpUnionMember member)
    {
        CSharpTable? table = member.Type.Kind == TypeKind.Table ? model.Table(member.Type.Definition!) : null;
        string returns = table is null ? "void" : model.Nested(member.Type, "Writer");
        string parameters = table is null ? $", {model.ValueType(member.Type)} value" : TableEmitter.DirectParameters(model, table);
        string write = member.Type.Kind switch
        {
            TypeKind.Table => $"return {returns}.Add(ref writer, _slot{TableEmitter.DirectArguments(table!)});",
            TypeKind.Struct => CodeText.Of($"""
                writer.At = Wire_::GeneratedWriter.Struct(ref Wire_::GeneratedBytes.First(writer.Destination), \
                writer.At, writer.Destination.Length, _slot, value, {Struct(member).Alignment});
                """),
            _ => "writer.Text(_slot, value);",
        };
        return CodeText.Of($$"""

            public {{returns}} {{member.Write}}({{PayloadWriter}}{{parameters}})
            {
                if (!writer.OpenValue(_typeSlot, _slot, {{Value(member)}})) { return{{(table is null ? "" : " default")}}; }

                {{write}}
            }
            """);
    }

    private string VectorWriter()
    {
        string name = Members["VectorWriter"];
        string writer = Members["Writer"];
        return CodeText.Of($$"""
            /// <summary>Writes a vector of these values. Pass it by reference: a copy does not get the later state of the \
            original.</summary>
            public struct {{name}}
            {
                private Wire_::VectorSlots _types;
                private Wire_::VectorSlots _values;

                {{Hidden}} public {{name}}(Wire_::VectorSlots types, Wire_::VectorSlots values)
                {
                    _types = types;
                    _values = values;
                }

                public readonly int Count => _values.Count;

                /// <summary>Adds a slot for one value.</summary>
                /// <exception cref="Sys_::InvalidOperationException">The vector has as many values as its capacity.</exception>
                public {{writer}} Add({{PayloadWriter}}) =>
                    new {{writer}}(_types.Add(ref writer, {{_typeSize}}), _values.Add(ref writer));
            }
            """);
    }
}

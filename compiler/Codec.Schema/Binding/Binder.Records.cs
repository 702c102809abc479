namespace Codec.Schema.Binding;

internal sealed partial class Binder
{
    private void BindRecord(RecordSyntax syntax)
    {
        AttributeSet attributes = Attributes(syntax.Attributes);
        string fullName = SymbolTable.Qualify(_scope, syntax.Name.Text);
        bool isFree = IsFree(fullName, syntax.Name);
        RecordSymbol record = isFree ? _symbols.DeclareRecord(_scope, syntax.Name.Text) : new RecordSymbol(fullName);
        record.Scope = _scope;
        record.Syntax = syntax;
        record.Source = _source;
        if (syntax.IsStruct)
        {
            BindStruct(record, attributes);
        }
        else
        {
            BindTable(record, attributes);
        }

        record.Packet = BindPacket(record, attributes);
        if (record.Packet is not null && attributes.Find(PacketAnswer) is { } answer)
        {
            _answers.Add(record, answer, _source);
        }

        if (isFree)
        {
            _records.Add(record);
        }
    }

    /// <summary>
    /// Binds a type, and returns null after an error. A field of a struct requires a complete type. A field of a table also accepts a type that is
    /// declared later.
    /// </summary>
    private BoundType? BindType(TypeSyntax syntax, bool isInStruct)
    {
        BoundType? element = BindName(syntax.Name, isInStruct);
        if (element is null || !syntax.HasBrackets)
        {
            return element;
        }

        if (syntax.Length is null)
        {
            return new BoundType(element, 0);
        }

        if (NumberText.Integer(syntax.Length.Text) is { } length and > 0 and <= ushort.MaxValue)
        {
            return new BoundType(element, (int)length);
        }

        Report(SchemaRule.ArrayLength, syntax.Length, $"The array has {syntax.Length.Shown} elements; expected 1 to {ushort.MaxValue}.");
        return null;
    }

    private BoundType? BindName(SyntaxText name, bool isInStruct)
    {
        if (ScalarType.Find(name.Text) is { } scalar)
        {
            return new BoundType(TypeKind.Scalar, scalar.Kind);
        }

        if (name.Text == "string")
        {
            return new BoundType(TypeKind.String);
        }

        if (_symbols.FindEnum(_scope, name.Text) is { } found)
        {
            return new BoundType(Use(name, found));
        }

        if (!isInStruct)
        {
            return new BoundType(Refer(name));
        }

        if (_symbols.FindUsed(_scope, name.Text) is { IsDeclared: true } record)
        {
            return new BoundType(Use(name, record));
        }

        Report(SchemaRule.IncompleteType, name, $"'{name.Text}' is not declared yet; declare it before the struct that contains it.{BuiltInHint(name.Text)}");
        return null;
    }

    private void CheckFieldName(SyntaxText name)
    {
        if (_symbols.FindRecord(_scope, name.Text) is { } record)
        {
            Report(SchemaRule.DuplicateName, name, $"A table or struct in scope is also called '{name.Text}' ('{record.FullName}'); expected another name for the field.");
        }
    }

    private void CheckKey(AttributeSyntax key, BoundType type, bool isOptional, ref bool hasKey)
    {
        BoundType keyed = type.Kind == TypeKind.Array ? type.Element! : type;
        bool isStruct = keyed.Kind == TypeKind.Struct && keyed.Record!.IsComplete;
        if (isOptional)
        {
            Report(SchemaRule.InvalidKey, key.Name, "An optional field cannot be a key; expected one that always has a value.");
        }
        else if (!keyed.IsScalar && !isStruct && keyed.Kind != TypeKind.String)
        {
            Report(SchemaRule.InvalidKey, key.Name, "The field cannot be a key; expected a scalar, a string, a struct declared before, or an array of scalars.");
        }
        else if (hasKey)
        {
            Report(SchemaRule.InvalidKey, key.Name, "There is already a key; at most one field can be a key.");
        }

        hasKey = true;
    }

    /// <summary>Reports a field of an enum type whose default, declared or implicit, is not a value of the enum.</summary>
    private void CheckDefaultIsInEnum(FieldSyntax field, EnumSymbol symbol, ScalarValue value)
    {
        if (!symbol.IsBitFlags && symbol.Find(value) is null)
        {
            Report(SchemaRule.DefaultNotInEnum, field.Default ?? field.Name, $"The default {value} of '{field.Name.Text}' is not a value of '{symbol.FullName}'; expected one of its values.");
        }
    }

    private static Definition Definition(RecordSymbol record)
    {
        Definition definition = record.IsStruct
            ? new StructDefinition
            {
                FullName = record.FullName,
                Namespace = record.Scope,
                Size = record.Size,
                Alignment = record.Alignment,
                Fields = new EquatableArray<StructField>(record.StructFields),
                Packet = record.Packet,
            }
            : new TableDefinition
            {
                FullName = record.FullName,
                Namespace = record.Scope,
                IdCount = record.IdCount,
                Fields = new EquatableArray<TableField>(record.TableFields.OrderBy(field => field.Id).Select(Finish)),
                Packet = record.Packet,
            };
        return Describe(definition, record.Syntax!, record.Source!);
    }

    private static TableField Finish(FieldSymbol symbol) => symbol.Field with
    {
        Id = symbol.Id,
        Type = symbol.Type.ToReference(symbol.Field.IsOffset64),
        NestedFlatBuffer = symbol.Nested?.FullName,
        NestedTable = symbol.Nested is { IsStruct: false } table ? table.FullName : null,
    };
}

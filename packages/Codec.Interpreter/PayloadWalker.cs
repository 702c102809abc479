namespace Codec.Interpreter;

/// <summary>Visits the values of a payload by its schema, in the order of the schema, without fields that have their default. Not thread-safe.</summary>
internal abstract class PayloadWalker
{
    /// <summary>Gets whether more values are visited. A payload can refer to the same part many times.</summary>
    protected abstract bool HasRoom { get; }

    /// <summary>Visits a payload. If <see cref="PayloadVerifier"/> does not accept it, the values are unspecified.</summary>
    protected void Visit(ReadOnlySpan<byte> payload, PayloadMessage message)
    {
        if (message.Struct is { } record)
        {
            Struct(record, payload);
        }
        else
        {
            Table(message.Table!, PayloadCursor.Root(payload), 1);
        }
    }

    protected abstract void BeginObject();

    protected abstract void EndObject();

    protected abstract void BeginArray();

    protected abstract void BeginElement(int index);

    protected abstract void EndArray();

    protected abstract void Name(JsonEncodedText name);

    protected abstract void Boolean(bool value);

    protected abstract void Integer(ulong value, bool isSigned);

    /// <summary>Visits a floating-point number with a size in bytes.</summary>
    protected abstract void Real(double value, int size);

    protected abstract void Symbol(string name);

    protected abstract void Text(ReadOnlySpan<byte> utf8);

    /// <summary>Visits a union. Calls <see cref="Member"/> for its value, unless the member is null: the schema does not have the type.</summary>
    protected abstract void Union(PayloadField field, ulong type, PayloadType? member, ReadOnlySpan<byte> buffer, int slot, int depth);

    /// <summary>Visits a vector of unions, from the indexes of its first type and its first offset. The depth of the root table is 1.</summary>
    protected abstract void Unions(PayloadField field, ReadOnlySpan<byte> buffer, int types, int values, int count, int depth);

    protected void Named(PayloadNames names, ulong value)
    {
        if (names.Find(unchecked((long)value)) is { } name)
        {
            Symbol(name);
        }
        else
        {
            Integer(value, names.Smallest < 0);
        }
    }

    protected void Member(PayloadType type, ReadOnlySpan<byte> buffer, int slot, int depth)
    {
        switch (type.Kind)
        {
            case TypeKind.Table:
                Table(type.Table!, PayloadCursor.At(buffer, slot), depth + 1);
                break;
            case TypeKind.Struct:
                Struct(type.Struct!, buffer[GeneratedReader.Struct(buffer, slot, type.Struct!.Size)..]);
                break;
            default:
                Text(GeneratedReader.BytesAt(buffer, slot));
                break;
        }
    }

    private void Table(PayloadTable type, in PayloadCursor table, int depth)
    {
        BeginObject();
        foreach (PayloadField field in type.Fields)
        {
            int slot = field.IsDeprecated || !HasRoom || depth > GeneratedBudget.MaxDepth ? 0 : table.Field(field.Entry, field.Type.Size);
            if (slot != 0)
            {
                Field(field, table, slot, depth);
            }
        }

        EndObject();
    }

    private void Field(PayloadField field, in PayloadCursor table, int slot, int depth)
    {
        PayloadType type = field.Type;
        ReadOnlySpan<byte> buffer = table.Buffer;
        switch (type.Kind)
        {
            case TypeKind.Scalar or TypeKind.Enum:
                ulong value = PayloadNumbers.Load(buffer[slot..], type.Scalar);
                if (field.IsOptional || field.IsRequired || !PayloadNumbers.AreEqual(value, field.Default, type.Scalar))
                {
                    Name(field.JsonName);
                    Number(type, value);
                }

                break;
            case TypeKind.Struct:
                Name(field.JsonName);
                Struct(type.Struct!, buffer[slot..]);
                break;
            case TypeKind.String:
                ReadOnlySpan<byte> text = GeneratedReader.BytesAt(buffer, slot);
                if (field.DefaultText is null || !text.SequenceEqual(field.DefaultText))
                {
                    Name(field.JsonName);
                    Text(text);
                }

                break;
            case TypeKind.Table:
                Name(field.JsonName);
                Table(type.Table!, PayloadCursor.At(buffer, slot), depth + 1);
                break;
            case TypeKind.Union:
                int typeSlot = table.Field(field.TypeEntry, field.TypeSize);
                ulong kind = typeSlot == 0 ? 0 : PayloadNumbers.Load(buffer[typeSlot..], type.Scalar);
                Union(field, kind, type.Union!.Members.TryGetValue(kind, out PayloadType? member) ? member : null, buffer, slot, depth);
                break;
            default:
                Vector(field, table, slot, depth);
                break;
        }
    }

    private void Vector(PayloadField field, in PayloadCursor table, int slot, int depth)
    {
        PayloadType element = field.Type.Element!;
        ReadOnlySpan<byte> buffer = table.Buffer;
        int start = GeneratedReader.Vector(buffer, slot, element.Size, out int count);
        if (element.Union is { } union)
        {
            int types = GeneratedReader.Vector(buffer, table.Field(field.TypeEntry, field.TypeSize), union.TypeSize, out int typeCount);
            if (types != 0 && start != 0)
            {
                Unions(field, buffer, types, start, Math.Min(count, typeCount), depth);
            }

            return;
        }

        if (field.Definition.DefaultIsEmptyVector && count == 0)
        {
            return;
        }

        Name(field.JsonName);
        if (field.Nested is { } nested)
        {
            // The depth continues from that of the table.
            Table(nested, PayloadCursor.Root(buffer.Slice(start, count)), depth + 1);
            return;
        }

        BeginArray();
        for (int i = 0; i < count && HasRoom; i++)
        {
            BeginElement(i);
            int place = start + (i * element.Size);
            if (element.Kind is TypeKind.String or TypeKind.Table)
            {
                Member(element, buffer, place, depth);
            }
            else
            {
                Inline(element, buffer[place..]);
            }
        }

        EndArray();
    }

    private void Struct(PayloadStruct type, ReadOnlySpan<byte> bytes)
    {
        BeginObject();
        foreach (PayloadStructField field in type.Fields)
        {
            if (HasRoom)
            {
                Name(field.JsonName);
                Inline(field.Type, bytes[field.Offset..]);
            }
        }

        EndObject();
    }

    // Visits a number, a struct, or an array of these.
    private void Inline(PayloadType type, ReadOnlySpan<byte> bytes)
    {
        switch (type.Kind)
        {
            case TypeKind.Struct:
                Struct(type.Struct!, bytes);
                break;
            case TypeKind.Array:
                BeginArray();
                for (int i = 0; i < type.Length && HasRoom; i++)
                {
                    BeginElement(i);
                    Inline(type.Element!, bytes[(i * type.Element!.Size)..]);
                }

                EndArray();
                break;
            default:
                Number(type, PayloadNumbers.Load(bytes, type.Scalar));
                break;
        }
    }

    private void Number(PayloadType type, ulong value)
    {
        if (type.Names is { } names)
        {
            Named(names, value);
            return;
        }

        ScalarType scalar = ScalarType.Of(type.Scalar);
        switch (scalar.Form)
        {
            case ScalarForm.Boolean:
                Boolean(value != 0);
                break;
            case ScalarForm.Real:
                Real(scalar.ToReal(value), scalar.Size);
                break;
            default:
                Integer(value, scalar.IsSigned);
                break;
        }
    }
}

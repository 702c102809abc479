using System;
using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Text.Json;
using Codec.Generated;
using Codec.Json.Compat;
using Codec.Payloads;

namespace Codec.Json;

/// <summary>Writes the fields of generated types in the dialect of <c>flatc --strict-json</c>. For generated code.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class GeneratedJsonWriter
{
    // Null if this writer only detects missing required fields.
    private readonly Utf8JsonWriter? _writer;
    private int _depth;
    private bool _isIncomplete;

    // All nested payloads of a text share one budget, because a small payload can refer many times to a table that contains one.
    private GeneratedBudget _nestedBudget = new(0, TableVerifier.DefaultTables);
    private int _nesting;

    internal GeneratedJsonWriter(Utf8JsonWriter? writer) => _writer = writer;

    /// <summary>Returns the value of a required field.</summary>
    /// <typeparam name="T">The value's type.</typeparam>
    /// <param name="field">The full name of the field, for the message.</param>
    /// <param name="value">The value, or <see langword="null"/>.</param>
    /// <returns><paramref name="value"/>.</returns>
    /// <exception cref="InvalidOperationException">There is no value.</exception>
    public T? Required<T>(string field, T? value)
        where T : class
    {
        if (value is null)
        {
            RequiredFieldMissing(field);
        }

        return value;
    }

    /// <summary>Writes a number or bool, unless it is the field's default.</summary>
    /// <typeparam name="T">The value's type.</typeparam>
    /// <param name="name">The field's name in the schema.</param>
    /// <param name="value">The value.</param>
    /// <param name="absent">The default.</param>
    public void Number<T>(string name, T value, T absent)
        where T : struct, IEquatable<T>
    {
        if (!value.Equals(absent))
        {
            Number(name, value);
        }
    }

    /// <summary>Writes an optional number or bool, if there is one.</summary>
    /// <typeparam name="T">The value's type.</typeparam>
    /// <param name="name">The field's name in the schema.</param>
    /// <param name="value">The value, or <see langword="null"/>.</param>
    public void Number<T>(string name, T? value)
        where T : struct, IEquatable<T>
    {
        if (value.HasValue)
        {
            Number(name, value.GetValueOrDefault());
        }
    }

    /// <summary>Writes a number or bool.</summary>
    /// <typeparam name="T">The value's type.</typeparam>
    /// <param name="name">The field's name in the schema.</param>
    /// <param name="value">The value.</param>
    public void Number<T>(string name, T value)
        where T : struct, IEquatable<T>
    {
        _writer?.WritePropertyName(name);
        Number(value);
    }

    /// <summary>Writes an element that is a number or bool.</summary>
    /// <typeparam name="T">The value's type.</typeparam>
    /// <param name="value">The value.</param>
    public void Number<T>(T value)
        where T : struct, IEquatable<T>
    {
        if (_writer is null)
        {
            return;
        }

        switch (value)
        {
            case bool flag:
                _writer.WriteBooleanValue(flag);
                break;
            case ulong number:
                _writer.WriteNumberValue(number);
                break;
            case float real:
                if (!TryWriteSpecial(_writer, real))
                {
                    JsonReals.Write(_writer, real);
                }

                break;
            case double real:
                if (!TryWriteSpecial(_writer, real))
                {
                    JsonReals.Write(_writer, real);
                }

                break;
            default:
                _writer.WriteNumberValue(((IConvertible)value).ToInt64(CultureInfo.InvariantCulture));
                break;
        }
    }

    /// <summary>Writes an enum, unless it is the field's default.</summary>
    /// <typeparam name="T">The enum.</typeparam>
    /// <param name="name">The field's name in the schema.</param>
    /// <param name="value">The value.</param>
    /// <param name="names">The enum's names.</param>
    /// <param name="absent">The default.</param>
    public void Enum<T>(string name, T value, GeneratedJsonEnumNames<T> names, T absent)
        where T : struct, Enum
    {
        if (names.ToNumber(value) != names.ToNumber(absent))
        {
            Enum(name, value, names);
        }
    }

    /// <summary>Writes an optional enum, if there is a value.</summary>
    /// <typeparam name="T">The enum.</typeparam>
    /// <param name="name">The field's name in the schema.</param>
    /// <param name="value">The value, or <see langword="null"/>.</param>
    /// <param name="names">The enum's names.</param>
    public void Enum<T>(string name, T? value, GeneratedJsonEnumNames<T> names)
        where T : struct, Enum
    {
        if (value.HasValue)
        {
            Enum(name, value.GetValueOrDefault(), names);
        }
    }

    /// <summary>Writes an enum.</summary>
    /// <typeparam name="T">The enum.</typeparam>
    /// <param name="name">The field's name in the schema.</param>
    /// <param name="value">The value.</param>
    /// <param name="names">The enum's names.</param>
    public void Enum<T>(string name, T value, GeneratedJsonEnumNames<T> names)
        where T : struct, Enum
    {
        _writer?.WritePropertyName(name);
        Enum(value, names);
    }

    /// <summary>Writes an element that is an enum.</summary>
    /// <typeparam name="T">The enum.</typeparam>
    /// <param name="value">The value.</param>
    /// <param name="names">The enum's names.</param>
    public void Enum<T>(T value, GeneratedJsonEnumNames<T> names)
        where T : struct, Enum => Named(names.ToNumber(value), names);

    /// <summary>Writes a string, unless it is <see langword="null"/> or the field's default.</summary>
    /// <param name="name">The field's name in the schema.</param>
    /// <param name="value">The string, or <see langword="null"/>.</param>
    /// <param name="absent">The default, or <see langword="null"/> if there is none.</param>
    public void Text(string name, string? value, string? absent = null)
    {
        if (value is not null && value != absent)
        {
            _writer?.WriteString(name, value);
        }
    }

    /// <summary>Writes the value of a union that is a string.</summary>
    /// <param name="value">The string.</param>
    public void Text(string? value) => _writer?.WriteStringValue(value);

    /// <summary>Writes a table, if there is one.</summary>
    /// <param name="name">The field's name in the schema.</param>
    /// <param name="value">The table, or <see langword="null"/>.</param>
    public void Table(string name, IJsonObject? value)
    {
        if (value is not null)
        {
            _writer?.WritePropertyName(name);
            Table(value);
        }
    }

    /// <summary>Writes an element that is a table.</summary>
    /// <param name="value">The table.</param>
    public void Table(IJsonObject? value)
    {
        if (++_depth > GeneratedJsonReader.MaxDepth)
        {
            Throw.TablesTooDeep(value!.GetType().Name);
        }

        _writer?.WriteStartObject();
        value!.WriteFields(this);
        _writer?.WriteEndObject();
        _depth--;
    }

    /// <summary>Writes an optional struct, if there is one.</summary>
    /// <typeparam name="T">The struct.</typeparam>
    /// <param name="name">The field's name in the schema.</param>
    /// <param name="value">The struct, or <see langword="null"/>.</param>
    public void Struct<T>(string name, T? value)
        where T : struct, IJsonObject
    {
        if (value.HasValue)
        {
            Struct(name, value.GetValueOrDefault());
        }
    }

    /// <summary>Writes a struct.</summary>
    /// <typeparam name="T">The struct.</typeparam>
    /// <param name="name">The field's name in the schema.</param>
    /// <param name="value">The struct.</param>
    public void Struct<T>(string name, T value)
        where T : struct, IJsonObject
    {
        _writer?.WritePropertyName(name);
        Struct(value);
    }

    /// <summary>Writes an element that is a struct.</summary>
    /// <typeparam name="T">The struct.</typeparam>
    /// <param name="value">The struct.</param>
    public void Struct<T>(T value)
        where T : struct, IJsonObject
    {
        _writer?.WriteStartObject();
        value.WriteFields(this);
        _writer?.WriteEndObject();
    }

    /// <summary>Writes a union's type and value, if there is a value.</summary>
    /// <typeparam name="T">The union.</typeparam>
    /// <param name="name">The field's name in the schema.</param>
    /// <param name="typeName">The name of the type field in the schema.</param>
    /// <param name="value">The value.</param>
    /// <param name="requiredField">The full name of the field, for the message, if the field is required; otherwise <see langword="null"/>.</param>
    /// <exception cref="InvalidOperationException">There is no value, and the field is required.</exception>
    public void Union<T>(string name, string typeName, T value, string? requiredField = null)
        where T : struct, IJsonUnion<T>
    {
        if (value.MemberNumber == 0)
        {
            if (requiredField is not null)
            {
                RequiredFieldMissing(requiredField);
            }
        }
        else
        {
            _writer?.WritePropertyName(typeName);
            Named(value.MemberNumber, value.MemberNames);
            _writer?.WritePropertyName(name);
            value.WriteMember(this);
        }
    }

    /// <summary>Writes a vector of unions, as an array of types and an array of values.</summary>
    /// <typeparam name="T">The union.</typeparam>
    /// <param name="name">The field's name in the schema.</param>
    /// <param name="typeName">The name of the field of the types in the schema.</param>
    /// <param name="values">The vector, or <see langword="null"/>.</param>
    public void Unions<T>(string name, string typeName, FieldList<T>? values)
        where T : struct, IJsonUnion<T>
    {
        if (!StartArray(typeName, values))
        {
            return;
        }

        foreach (T value in values)
        {
            Named(value.MemberNumber, value.MemberNames);
        }

        EndArray();
        StartArray(name);
        foreach (T value in values)
        {
            if (value.MemberNumber == 0)
            {
                _writer?.WriteNullValue();
            }
            else
            {
                value.WriteMember(this);
            }
        }

        EndArray();
    }

    /// <summary>Writes a vector of numbers or bools.</summary>
    /// <typeparam name="T">The elements' type.</typeparam>
    /// <param name="name">The field's name in the schema.</param>
    /// <param name="values">The vector, or <see langword="null"/>.</param>
    public void Numbers<T>(string name, FieldList<T>? values)
        where T : struct, IEquatable<T>
    {
        if (_writer is not null && StartArray(name, values))
        {
            foreach (T value in values)
            {
                Number(value);
            }

            EndArray();
        }
    }

    /// <summary>Writes a vector of enums.</summary>
    /// <typeparam name="T">The enum.</typeparam>
    /// <param name="name">The field's name in the schema.</param>
    /// <param name="values">The vector, or <see langword="null"/>.</param>
    /// <param name="names">The enum's names.</param>
    public void Enums<T>(string name, FieldList<T>? values, GeneratedJsonEnumNames<T> names)
        where T : struct, Enum
    {
        if (StartArray(name, values))
        {
            foreach (T value in values)
            {
                Enum(value, names);
            }

            EndArray();
        }
    }

    /// <summary>Writes a vector of structs.</summary>
    /// <typeparam name="T">The struct.</typeparam>
    /// <param name="name">The field's name in the schema.</param>
    /// <param name="values">The vector, or <see langword="null"/>.</param>
    public void Structs<T>(string name, FieldList<T>? values)
        where T : struct, IJsonObject
    {
        if (StartArray(name, values))
        {
            foreach (T value in values)
            {
                Struct(value);
            }

            EndArray();
        }
    }

    /// <summary>Writes a vector of strings.</summary>
    /// <param name="name">The field's name in the schema.</param>
    /// <param name="values">The vector, or <see langword="null"/>.</param>
    public void Texts(string name, FieldList<string>? values)
    {
        if (StartArray(name, values))
        {
            foreach (string value in values)
            {
                _writer?.WriteStringValue(Element(value, name));
            }

            EndArray();
        }
    }

    /// <summary>Writes a vector of tables.</summary>
    /// <typeparam name="T">The table.</typeparam>
    /// <param name="name">The field's name in the schema.</param>
    /// <param name="values">The vector, or <see langword="null"/>.</param>
    public void Tables<T>(string name, FieldList<T>? values)
        where T : class, IJsonObject
    {
        if (StartArray(name, values))
        {
            foreach (T value in values)
            {
                Table(Element(value, name));
            }

            EndArray();
        }
    }

    /// <summary>
    /// Writes a field that contains the payload of a table: as the table, or as an array of bytes if the payload is not valid or lacks a required field, if its
    /// tables would nest deeper than 64 levels, or if the budget of the nested payloads is exceeded.
    /// </summary>
    /// <param name="name">The field's name in the schema.</param>
    /// <param name="payload">The payload, or <see langword="null"/>.</param>
    /// <param name="root">An empty table.</param>
    /// <param name="firstDepth">The depth of the root of a payload of this kind, which expresses its own limit.</param>
    /// <param name="tryRead">The function that reads a payload into <paramref name="root"/>.</param>
    public void Nested(string name, FieldList<byte>? payload, IJsonObject root, int firstDepth, GeneratedJsonRoot tryRead)
    {
        if (payload is not null && _writer is not null && TryReadNested(payload.AsSpan(), firstDepth, tryRead) && HasRequiredFields(root))
        {
            _nesting++;
            Table(name, root);
            _nesting--;
        }
        else
        {
            Numbers(name, payload);
        }
    }

    /// <summary>Starts an array.</summary>
    /// <param name="name">The field's name in the schema.</param>
    public void StartArray(string name) => _writer?.WriteStartArray(name);

    /// <summary>Ends an array.</summary>
    public void EndArray() => _writer?.WriteEndArray();

    internal void Root(IJsonObject value)
    {
        if (value is ValueType)
        {
            _writer?.WriteStartObject();
            value.WriteFields(this);
            _writer?.WriteEndObject();
        }
        else
        {
            Table(value);
        }
    }

    // A union whose type is of a newer schema has no value after the verified payload was read.
    private static bool HasRequiredFields(IJsonObject root)
    {
        GeneratedJsonWriter detector = new(writer: null);
        root.WriteFields(detector);
        return !detector._isIncomplete;
    }

    private static T Element<T>(T? value, string vector)
        where T : class
    {
        if (value is null)
        {
            Throw.NullElement(vector);
        }

        return value;
    }

    private void RequiredFieldMissing(string field)
    {
        if (_writer is not null)
        {
            Throw.RequiredFieldMissing(field);
        }

        _isIncomplete = true;
    }

    // JSON has no NaN and no infinity. flatc reads these strings, but writes a bare nan, which is not valid JSON.
    private static bool TryWriteSpecial(Utf8JsonWriter writer, double value)
    {
        if (double.IsNaN(value))
        {
            writer.WriteStringValue("nan");
        }
        else if (double.IsInfinity(value))
        {
            writer.WriteStringValue(value > 0 ? "inf" : "-inf");
        }
        else
        {
            return false;
        }

        return true;
    }

    private void Named(long number, GeneratedJsonNames names)
    {
        if (names.Find(number) is string name)
        {
            _writer?.WriteStringValue(name);
        }
        else if (names.Smallest < 0)
        {
            _writer?.WriteNumberValue(number);
        }
        else
        {
            _writer?.WriteNumberValue(unchecked((ulong)number));
        }
    }

    private bool TryReadNested(ReadOnlySpan<byte> payload, int firstDepth, GeneratedJsonRoot tryRead)
    {
        if (!_nestedBudget.IsValid)
        {
            return false;
        }

        if (_nesting == 0)
        {
            _nestedBudget.Add(payload.Length);
        }

        if (tryRead(payload, Math.Max(firstDepth, _depth + 1), ref _nestedBudget))
        {
            return true;
        }

        _nestedBudget.Resume(payload.Length);
        return false;
    }

    private bool StartArray<T>(string name, [NotNullWhen(true)] FieldList<T>? values)
    {
        if (values is null)
        {
            return false;
        }

        StartArray(name);
        return true;
    }
}

using System;
using System.Buffers;
using System.Collections.Generic;
using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Text;
using System.Text.Json;
using Codec.Payloads;

namespace Codec.Json;

/// <summary>Reads the fields of generated types in the dialect of <c>flatc --strict-json</c>. For generated code.</summary>
/// <remarks>
/// Generated code asks for the fields in the schema's order. flatc and Codec write them in the same order, so one pass reads them all. If the JSON has
/// another order, more passes follow while fields remain.
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public ref partial struct GeneratedJsonReader
{
    /// <summary>The maximum nesting depth of tables, as in payloads.</summary>
    internal const int MaxDepth = Generated.GeneratedBudget.MaxDepth;

    // The maximum number of bytes of a token that a message shows.
    private const int MaxShown = 32;

    private readonly ReadOnlySpan<byte> _text;
    private readonly bool _skipUnknown;

    // The names of the fields and the indexes of the elements around the reader. The name of an element is null.
    private readonly List<KeyValuePair<string?, int>> _path;

    private Utf8JsonReader _reader;
    private GeneratedJsonFrame _frame;
    private int _depth;

    internal GeneratedJsonReader(Utf8JsonReader reader, ReadOnlySpan<byte> text, bool skipUnknown)
    {
        _text = text;
        _skipUnknown = skipUnknown;
        _path = [];
        _reader = reader;
        _frame = default;
        _depth = 0;
    }

    internal readonly Utf8JsonReader Reader => _reader;

    internal readonly string Path
    {
        get
        {
            StringBuilder path = new("$");
            foreach (KeyValuePair<string?, int> step in _path)
            {
                if (step.Key is null)
                {
                    path.Append('[').Append(step.Value.ToString(CultureInfo.InvariantCulture)).Append(']');
                }
                else
                {
                    path.Append('.').Append(step.Key);
                }
            }

            return path.ToString();
        }
    }

    /// <summary>Returns whether the next value is that of a field whose value cannot be <see langword="null"/>.</summary>
    /// <param name="name">The field's name in the schema.</param>
    /// <returns><see langword="true"/> if it is. The caller must then read the value.</returns>
    public bool Is(string name) => Matches(name, isNullable: false, isRequired: false);

    /// <summary>Returns whether the next value is that of a field; <see langword="null"/> is skipped.</summary>
    /// <param name="name">The field's name in the schema.</param>
    /// <returns><see langword="true"/> if it is. The caller must then read the value.</returns>
    public bool IsOptional(string name) => Matches(name, isNullable: true, isRequired: false);

    /// <summary>Returns whether the next value is that of a required field.</summary>
    /// <param name="name">The field's name in the schema.</param>
    /// <returns><see langword="true"/> if it is. The caller must then read the value.</returns>
    public bool IsRequired(string name) => Matches(name, isNullable: false, isRequired: true);

    /// <summary>Skips the value of a deprecated field.</summary>
    /// <param name="name">The field's name in the schema.</param>
    public void Deprecated(string name)
    {
        if (Matches(name, isNullable: true, isRequired: false))
        {
            Skip();
            EndField();
        }
    }

    /// <summary>Reads a number or bool.</summary>
    /// <typeparam name="T">The value's type.</typeparam>
    /// <param name="hash">The function that hashes a string to the number, or <see langword="null"/> if strings are not hashed.</param>
    /// <returns>The value.</returns>
    public T Number<T>(string? hash = null)
        where T : struct
    {
        T value = NumberValue<T>(hash);
        EndField();
        return value;
    }

    /// <summary>Reads an enum.</summary>
    /// <typeparam name="T">The enum.</typeparam>
    /// <param name="names">The enum's names.</param>
    /// <returns>The value.</returns>
    public T Enum<T>(GeneratedJsonEnumNames<T> names)
        where T : struct, Enum
    {
        T value = names.FromNumber(NamedValue(names));
        EndField();
        return value;
    }

    /// <summary>Reads a string.</summary>
    /// <returns>The string.</returns>
    public string Text()
    {
        string value = TextValue();
        EndField();
        return value;
    }

    /// <summary>Reads a table.</summary>
    /// <typeparam name="T">The table.</typeparam>
    /// <param name="target">A new table.</param>
    /// <returns>The table.</returns>
    public T Table<T>(T target)
        where T : class, IJsonObject
    {
        TableValue(target);
        EndField();
        return target;
    }

    /// <summary>Reads a struct.</summary>
    /// <typeparam name="T">The struct.</typeparam>
    /// <returns>The struct.</returns>
    public T Struct<T>()
        where T : struct, IJsonObject
    {
        T value = StructValue<T>();
        EndField();
        return value;
    }

    /// <summary>Reads the next part of a union: its type, its value or nothing.</summary>
    /// <typeparam name="T">The union.</typeparam>
    /// <param name="name">The field's name in the schema.</param>
    /// <param name="typeName">The name of the type field in the schema.</param>
    /// <param name="current">The value so far.</param>
    /// <param name="isRequired">Whether the field must have a value.</param>
    /// <returns>The new value, or <paramref name="current"/> if no value was read.</returns>
    public T Union<T>(string name, string typeName, T current, bool isRequired = false)
        where T : struct, IJsonUnion<T>
    {
        if (Matches(typeName, isNullable: false, isRequired: false))
        {
            _frame.SetType(_frame.NextOrdinal, NamedValue(current.MemberNames), null);
            EndField();
        }

        int ordinal = _frame.NextOrdinal;
        if (Matches(name, isNullable: !isRequired, isRequired) && TryGetType(ordinal, typeName, out long type, out _))
        {
            current = Member(current, type);
            EndField();
        }

        return current;
    }

    /// <summary>Reads the next part of a vector of unions: its types, its values or nothing.</summary>
    /// <typeparam name="T">The union.</typeparam>
    /// <param name="name">The field's name in the schema.</param>
    /// <param name="typeName">The name of the field of the types in the schema.</param>
    /// <param name="current">The vector so far.</param>
    /// <param name="isRequired">Whether the field must have a value.</param>
    /// <returns>The new vector, or <paramref name="current"/> if no vector was read.</returns>
    public FieldList<T>? Unions<T>(string name, string typeName, FieldList<T>? current, bool isRequired = false)
        where T : struct, IJsonUnion<T>
    {
        if (Matches(typeName, isNullable: true, isRequired: false))
        {
            _frame.SetType(_frame.NextOrdinal, 0, Types(default(T).MemberNames));
            EndField();
        }

        int ordinal = _frame.NextOrdinal;
        if (!Matches(name, isNullable: !isRequired, isRequired) || !TryGetType(ordinal, typeName, out _, out List<long>? types))
        {
            return current;
        }

        FieldList<T> values = new();
        StartArray();
        while (NextElement(values.Count))
        {
            if (values.Count >= types!.Count)
            {
                Fail($"The vector has more elements than {typeName}, which has {types.Count}.");
            }

            long type = types[values.Count];
            values.Add(type == 0 && _reader.TokenType == JsonTokenType.Null ? default : Member(default(T), type));
        }

        if (values.Count < types!.Count)
        {
            Fail($"The vector has {values.Count} elements, and {typeName} has {types.Count}.");
        }

        EndField();
        return values;
    }

    /// <summary>Reads a vector of numbers or bools.</summary>
    /// <typeparam name="T">The elements' type.</typeparam>
    /// <param name="hash">The function that hashes a string to a number, or <see langword="null"/> if strings are not hashed.</param>
    /// <param name="length">The number of elements that there must be; -1 for any.</param>
    /// <returns>The vector.</returns>
    public FieldList<T> Numbers<T>(string? hash = null, int length = -1)
        where T : struct
    {
        FieldList<T> values = new();
        StartArray();
        while (NextElement(values.Count))
        {
            values.Add(NumberValue<T>(hash));
        }

        EndField(values.Count, length);
        return values;
    }

    /// <summary>Reads a vector of enums.</summary>
    /// <typeparam name="T">The enum.</typeparam>
    /// <param name="names">The enum's names.</param>
    /// <param name="length">The number of elements that there must be; -1 for any.</param>
    /// <returns>The vector.</returns>
    public FieldList<T> Enums<T>(GeneratedJsonEnumNames<T> names, int length = -1)
        where T : struct, Enum
    {
        FieldList<T> values = new();
        StartArray();
        while (NextElement(values.Count))
        {
            values.Add(names.FromNumber(NamedValue(names)));
        }

        EndField(values.Count, length);
        return values;
    }

    /// <summary>Reads a vector of structs.</summary>
    /// <typeparam name="T">The struct.</typeparam>
    /// <param name="length">The number of elements that there must be; -1 for any.</param>
    /// <returns>The vector.</returns>
    public FieldList<T> Structs<T>(int length = -1)
        where T : struct, IJsonObject
    {
        FieldList<T> values = new();
        StartArray();
        while (NextElement(values.Count))
        {
            values.Add(StructValue<T>());
        }

        EndField(values.Count, length);
        return values;
    }

    /// <summary>Reads a vector of strings.</summary>
    /// <returns>The vector.</returns>
    public FieldList<string> Texts()
    {
        FieldList<string> values = new();
        StartArray();
        while (NextElement(values.Count))
        {
            values.Add(TextValue());
        }

        EndField();
        return values;
    }

    /// <summary>Reads a vector of tables.</summary>
    /// <typeparam name="T">The table.</typeparam>
    /// <param name="create">The function that creates a table.</param>
    /// <returns>The vector.</returns>
    public FieldList<T> Tables<T>(Func<T> create)
        where T : class, IJsonObject
    {
        FieldList<T> values = new();
        StartArray();
        while (NextElement(values.Count))
        {
            T value = create();
            TableValue(value);
            values.Add(value);
        }

        EndField();
        return values;
    }

    /// <summary>Reads a field that contains the payload of a table. The JSON is an object with the table's fields, or an array of bytes.</summary>
    /// <typeparam name="T">The table.</typeparam>
    /// <param name="root">A new table.</param>
    /// <param name="write">The function that writes the payload of the table.</param>
    /// <returns>The payload.</returns>
    public FieldList<byte> Nested<T>(T root, Action<T, IBufferWriter<byte>> write)
        where T : class, IJsonObject
    {
        if (_reader.TokenType == JsonTokenType.StartArray)
        {
            return Numbers<byte>();
        }

        TableValue(root);
        GeneratedJsonBuffer buffer = new();
        write(root, buffer);
        EndField();
        return buffer.ToList();
    }

    /// <summary>Reads the value of a union that is a string.</summary>
    /// <returns>The string.</returns>
    public string TextValue()
    {
        Expect(JsonTokenType.String, "a string");
        return GetString();
    }

    /// <summary>Reads the value of a union that is a struct.</summary>
    /// <typeparam name="T">The struct.</typeparam>
    /// <returns>The struct.</returns>
    public T StructValue<T>()
        where T : struct, IJsonObject
    {
        T value = default;
        Object(ref value);
        return value;
    }

    /// <summary>Reads the value of a union that is a table.</summary>
    /// <typeparam name="T">The table.</typeparam>
    /// <param name="target">A new table.</param>
    /// <returns>The table.</returns>
    public T TableValue<T>(T target)
        where T : class, IJsonObject
    {
        if (++_depth > MaxDepth)
        {
            Fail($"Tables are nested deeper than {MaxDepth}.");
        }

        Object(ref target);
        _depth--;
        return target;
    }

    internal void Root<T>(ref T target)
        where T : IJsonObject
    {
        if (_reader.TokenType is JsonTokenType.None or JsonTokenType.PropertyName or JsonTokenType.Comment)
        {
            Advance();
        }

        _depth = 1;
        Object(ref target);
    }

    private void Object<T>(ref T target)
        where T : IJsonObject
    {
        Expect(JsonTokenType.StartObject, "an object");
        GeneratedJsonFrame outer = _frame;
        _frame = new GeneratedJsonFrame { Start = _reader };
        Fields(ref target);
        if (_frame.Deferred is not null)
        {
            _reader = _frame.Start;
            _frame.IsReadingDeferred = true;
            Fields(ref target);
        }

        _frame.NextOrdinal = 0;
        _frame.IsChecking = true;
        target.ReadFields(ref this);
        _frame = outer;
    }

    private void Fields<T>(ref T target)
        where T : IJsonObject
    {
        NextName();
        while (_frame.HasName)
        {
            int read = _frame.Read;
            _frame.NextOrdinal = 0;
            target.ReadFields(ref this);
            if (_frame.HasName && _frame.Read == read)
            {
                SkipOther<T>();
            }
        }
    }

    // Skips a field that the schema does not have, or that has been read already.
    private void SkipOther<T>()
    {
        if (!_skipUnknown && !_frame.IsReadingDeferred)
        {
            Fail($"The type {typeof(T).Name} has no field {DescribeToken()}.");
        }

        // A comment may be between the name and the value.
        Advance();
        Skip();
        NextName();
    }

    private bool Matches(string name, bool isNullable, bool isRequired)
    {
        int ordinal = _frame.NextOrdinal++;
        if (_frame.IsChecking)
        {
            if (isRequired && !_frame.IsSeen(ordinal))
            {
                Fail($"The field {name} is required and has no value.");
            }

            return false;
        }

        if (!_frame.HasName || (_frame.IsReadingDeferred && !_frame.Deferred!.Contains(ordinal)) || !_reader.ValueTextEquals(name))
        {
            return false;
        }

        if (_frame.IsSeen(ordinal) && !_frame.IsReadingDeferred)
        {
            Fail($"The field {name} is given twice.");
        }

        _path.Add(new KeyValuePair<string?, int>(name, 0));
        _frame.Read++;
        _frame.SetSeen(ordinal);
        Advance();
        if (!isNullable || _reader.TokenType != JsonTokenType.Null)
        {
            return true;
        }

        EndField();
        return false;
    }

    // Moves to the next field after a value has been read.
    private void EndField()
    {
        _path.RemoveAt(_path.Count - 1);
        NextName();
    }

    private void EndField(int count, int length)
    {
        if (length >= 0 && count != length)
        {
            Fail($"The array has {count} elements instead of {length}.");
        }

        EndField();
    }

    private void NextName()
    {
        Advance();
        _frame.HasName = _reader.TokenType == JsonTokenType.PropertyName;
        ValidateName();
    }

    // ValueTextEquals throws an InvalidOperationException for an escaped name that is not valid Unicode.
    private readonly void ValidateName()
    {
        if (_reader.TokenType == JsonTokenType.PropertyName && _reader.ValueIsEscaped)
        {
            _ = GetString();
        }
    }

    private void Advance()
    {
        do
        {
            if (!_reader.Read())
            {
                Fail($"The JSON ends inside an object.");
            }
        }
        while (_reader.TokenType == JsonTokenType.Comment);
    }

    // The Skip of Utf8JsonReader throws an InvalidOperationException if the caller has not marked the block as the final one.
    private void Skip()
    {
        if (!_reader.TrySkip())
        {
            Fail($"The JSON ends inside a value.");
        }
    }

    private void StartArray()
    {
        Expect(JsonTokenType.StartArray, "an array");
        _path.Add(default);
    }

    private bool NextElement(int index)
    {
        Advance();
        if (_reader.TokenType == JsonTokenType.EndArray)
        {
            _path.RemoveAt(_path.Count - 1);
            return false;
        }

        _path[_path.Count - 1] = new KeyValuePair<string?, int>(null, index);
        return true;
    }

    // Returns the type of a union at whose value the reader is. If the type has not been read yet, skips the value, which is read after all types. So an object
    // is scanned at most twice, however many unions it has.
    private bool TryGetType(int ordinal, string typeName, out long type, out List<long>? types)
    {
        if (_frame.TryGetType(ordinal, out type, out types))
        {
            return true;
        }

        if (_frame.IsReadingDeferred)
        {
            Fail($"The type of the union is missing: {typeName}.");
        }

        (_frame.Deferred ??= []).Add(ordinal);
        Skip();
        EndField();
        return false;
    }

    private List<long> Types(GeneratedJsonNames names)
    {
        List<long> types = [];
        StartArray();
        while (NextElement(types.Count))
        {
            types.Add(NamedValue(names));
        }

        return types;
    }

    private T Member<T>(T union, long type)
        where T : struct, IJsonUnion<T>
    {
        T value = union.ReadMember(ref this, type);
        if (value.MemberNumber == 0)
        {
            Fail($"The union {typeof(T).Name} has no value of the type {type}.");
        }

        return value;
    }

    private readonly void Expect(JsonTokenType token, string expected)
    {
        if (_reader.TokenType != token)
        {
            Fail($"Expected {expected} instead of {DescribeToken()}.");
        }
    }

    private readonly string GetString()
    {
        try
        {
            return _reader.GetString()!;
        }
        catch (InvalidOperationException exception)
        {
            Fail($"The string is not valid Unicode.", exception);
            throw;
        }
    }

    // Returns the current token for a message.
    private readonly string DescribeToken()
    {
        if (_reader.TokenType is JsonTokenType.StartObject or JsonTokenType.StartArray)
        {
            return _reader.TokenType == JsonTokenType.StartObject ? "an object" : "an array";
        }

        long length = _reader.HasValueSequence ? _reader.ValueSequence.Length : _reader.ValueSpan.Length;
        int count = (int)Math.Min(length, MaxShown);
        byte[] shown = _reader.HasValueSequence ? _reader.ValueSequence.Slice(0, count).ToArray() : _reader.ValueSpan.Slice(0, count).ToArray();
        string text = Encoding.UTF8.GetString(shown);
        return length > MaxShown ? $"'{text}…'" : $"'{text}'";
    }

    // The parameter is not a string, because an interpolated string would then be formatted in the current culture.
    [DoesNotReturn]
    private readonly void Fail(FormattableString message, Exception? cause = null)
    {
        string problem = message.ToString(CultureInfo.InvariantCulture);
        if (_text.IsEmpty)
        {
            Throw.InvalidJson(problem, Path, null, null, cause);
        }

        ReadOnlySpan<byte> before = _text.Slice(0, (int)Math.Min(_reader.TokenStartIndex, _text.Length));
        long line = 0;
        int start = 0;
        for (int i = 0; i < before.Length; i++)
        {
            if (before[i] == '\n')
            {
                line++;
                start = i + 1;
            }
        }

        Throw.InvalidJson(problem, Path, line, before.Length - start, cause);
    }
}

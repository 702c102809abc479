namespace Codec.Schema.Layout;

/// <summary>
/// Describes the payloads of a root to the coder of packed payloads: an array of 32-bit words, which generated code contains and the interpreter
/// computes. docs/packing.md specifies what the coder does with it.
/// </summary>
/// <remarks>
/// <para>The header: offset of the root's record, 1 for a struct (else 0), depth limit, file identifier (0 for none). Offsets are in words.</para>
/// <para>
/// A table: the number of fields; for each, ascending by id and without deprecated ones, 8 words: vtable entry in bytes (of a union: of its value),
/// kind, class (of a scalar, of the elements of a vector, of the type of a union), record of the type, default value (low, high word), 1 + index of the
/// key of a vector's tables if it is a number, alignment of a vector's elements.
/// </para>
/// <para>A struct: size, alignment, number of leaves; for each leaf offset, class, count, 0. A union: number of members; for each type value, kind, record.</para>
/// <para>
/// Kinds: 0 scalar, 1 optional scalar, 2 struct, 3 string, 4 table, 5 union, and vectors: 6 of scalars, 7 of structs, 8 of strings, 9 of tables, 10 of
/// unions. Classes: 0 bool, then from 1 u8, i8, u16, i16, u32, i32, u64, i64, f32, f64.
/// </para>
/// </remarks>
internal sealed class PackingShape
{
    /// <summary>The largest number of leaves of a struct. An array of structs repeats their leaves, so a short schema can have billions.</summary>
    public const int MaxLeaves = 16_384;

    /// <summary>The number of words before the first record.</summary>
    public const int HeaderSize = 4;

    private const int FieldSize = 8;
    private const int LeafSize = 4;
    private const int MemberSize = 3;

    // Lines of generated code have at most 140 columns.
    private const int WordsPerLine = 10;

    private readonly SchemaIndex _index;
    private readonly List<uint> _words = [];

    // Each record is written once, so types may refer to each other in cycles.
    private readonly Dictionary<string, uint> _records = new(StringComparer.Ordinal);
    private readonly Dictionary<Quantization, uint> _quantizations = [];
    private readonly Queue<(Definition Type, int At)> _open = new();

    private PackingShape(SchemaIndex index) => _index = index;

    /// <summary>Returns the words of a root.</summary>
    /// <param name="index">The model, which <see cref="PackingCheck"/> accepts.</param>
    /// <param name="root">The table or struct.</param>
    /// <param name="identifier">The four bytes of the file identifier of payloads with this root, or null.</param>
    public static uint[] Of(SchemaIndex index, Definition root, byte[]? identifier)
    {
        PackingShape shape = new(index);
        shape._words.AddRange(
        [
            HeaderSize,
            root is StructDefinition ? 1u : 0,
            (uint)((root as TableDefinition)?.Packet?.MaxDepth ?? PacketDefinition.DefaultMaxDepth),
            identifier is null ? 0 : (uint)(identifier[0] | identifier[1] << 8 | identifier[2] << 16 | identifier[3] << 24),
        ]);
        shape.RecordOf(root.FullName);
        while (shape._open.Count > 0)
        {
            (Definition type, int at) = shape._open.Dequeue();
            switch (type)
            {
                case TableDefinition table: shape.Write(table, at); break;
                case UnionDefinition union: shape.Write(union, at); break;
                default: shape.Write((StructDefinition)type, at); break;
            }
        }

        return [.. shape._words];
    }

    /// <summary>Returns the words as lines of numbers for C# and C++, with a comma after each number but the last.</summary>
    public static IEnumerable<string> Lines(uint[] words)
    {
        for (int i = 0; i < words.Length; i += WordsPerLine)
        {
            IEnumerable<string> line = words.Skip(i).Take(WordsPerLine).Select(word => word.ToString(CultureInfo.InvariantCulture));
            yield return string.Join(", ", line) + (i + WordsPerLine < words.Length ? "," : "");
        }
    }

    /// <summary>Returns the numbers of a struct and of the structs in it, in the order of their offsets: at most <see cref="MaxLeaves"/> and one more.</summary>
    internal static List<(int Offset, ScalarKind Kind, int Count, Quantization? Quantization)> Leaves(SchemaIndex index, StructDefinition root)
    {
        List<(int Offset, ScalarKind Kind, int Count, Quantization? Quantization)> leaves = [];
        Stack<(int Offset, TypeReference Type, Quantization? Quantization)> open = new();
        Open(root, 0);
        while (open.Count > 0 && leaves.Count <= MaxLeaves)
        {
            (int offset, TypeReference type, Quantization? quantization) = open.Pop();
            TypeReference element = type.Element ?? type;
            if (element.IsNumber)
            {
                leaves.Add((offset, element.Scalar, Math.Max(1, type.Length), quantization));
                continue;
            }

            if (type.Length > 1)
            {
                open.Push((offset + element.InlineSize, type with { Length = type.Length - 1 }, quantization));
            }

            if (quantization is not null)
            {
                leaves.Add((offset, ScalarKind.Float, Floats(quantization), quantization));
                continue;
            }

            Open(index.Struct(element.Definition!), offset);
        }

        return leaves;

        void Open(StructDefinition record, int offset)
        {
            foreach (StructField field in record.Fields.Reverse())
            {
                open.Push((offset + field.Offset, field.Type, field.Quantization));
            }
        }
    }

    private static int Floats(Quantization vector) => vector.Kind == QuantizationKind.UnitVector ? 3 : 4;

    /// <summary>Returns the fields of a table that are sent, in ascending order of id.</summary>
    private static TableField[] Fields(TableDefinition table) => [.. table.Fields.Where(field => !field.IsDeprecated)];

    private static uint Kind(TableField field) => field.Type.Kind switch
    {
        TypeKind.Struct => 2,
        TypeKind.String => 3,
        TypeKind.Table => 4,
        TypeKind.Union => 5,
        TypeKind.Vector => field.Type.Element!.Kind switch
        {
            TypeKind.Struct => 7u,
            TypeKind.String => 8,
            TypeKind.Table => 9,
            TypeKind.Union => 10,
            _ => 6,
        },
        _ => field.Presence == FieldPresence.Optional ? 1u : 0,
    };

    private void Write(TableDefinition table, int at)
    {
        foreach (TableField field in Fields(table))
        {
            bool isVector = field.Type.Kind == TypeKind.Vector;
            TypeReference type = field.Type.Element ?? field.Type;
            ulong bits = field.Default?.WireBits ?? 0;
            uint[] words =
            [
                (uint)field.VTableOffset,
                Kind(field),
                ScalarType.Of(type.Scalar).Packing,
                type.Kind == TypeKind.Struct && field.Quantization is { } vector
                    ? VectorOf(_index.Struct(type.Definition!), vector)
                    : RecordOf(type.IsNumber ? null : type.Definition),
                (uint)bits,
                (uint)(bits >> 32),
                isVector && type.Kind == TypeKind.Table ? KeyOf(_index.Table(type.Definition!)) : 0,
                (isVector ? (uint)field.VectorAlignment : 0) | (type.IsNumber ? QuantizationOf(field.Quantization) << 8 : 0),
            ];
            at = Put(at, words);
        }
    }

    private void Write(StructDefinition record, int at)
    {
        _words[at - 3] = (uint)record.Size;
        _words[at - 2] = (uint)record.Alignment;
        foreach ((int offset, ScalarKind kind, int count, Quantization? quantization) in Leaves(_index, record))
        {
            at = Put(at, [(uint)offset, ScalarType.Of(kind).Packing, (uint)count, QuantizationOf(quantization)]);
        }
    }

    private void Write(UnionDefinition union, int at)
    {
        foreach (UnionMember member in union.Members.OrderBy(member => member.Id.WireBits))
        {
            uint kind = member.Type.Kind switch
            {
                TypeKind.Struct => 2,
                TypeKind.String => 3,
                _ => 4,
            };
            at = Put(at, [(uint)member.Id.WireBits, kind, RecordOf(member.Type.Definition)]);
        }
    }

    private int Put(int at, uint[] words)
    {
        foreach (uint word in words)
        {
            _words[at++] = word;
        }

        return at;
    }

    // Numbers from 1. Only a key that is a number identifies elements.
    private static uint KeyOf(TableDefinition table) =>
        (uint)(Array.FindIndex(Fields(table), field => field.IsKey && field.Type.IsNumber) + 1);

    private uint QuantizationOf(Quantization? quantization)
    {
        if (quantization is null)
        {
            return 0;
        }

        if (!_quantizations.TryGetValue(quantization, out uint record))
        {
            record = (uint)_words.Count;
            _quantizations.Add(quantization, record);
            _words.AddRange(quantization.Words);
        }

        return record;
    }

    /// <summary>Returns the offset of the record of a struct that is a unit vector or a quaternion.</summary>
    private uint VectorOf(StructDefinition type, Quantization quantization)
    {
        string name = $"{type.FullName} {quantization}";
        if (!_records.TryGetValue(name, out uint record))
        {
            uint leaf = QuantizationOf(quantization);
            record = (uint)_words.Count;
            _records.Add(name, record);
            _words.AddRange([(uint)type.Size, (uint)type.Alignment, 1, 0, ScalarType.Of(ScalarKind.Float).Packing, (uint)Floats(quantization), leaf]);
        }

        return record;
    }

    /// <summary>Returns the offset of a type's record, and reserves the record if the type is new.</summary>
    private uint RecordOf(string? name)
    {
        if (name is null)
        {
            return 0;
        }

        if (!_records.TryGetValue(name, out uint record))
        {
            record = (uint)_words.Count;
            _records.Add(name, record);
            Definition type = _index.Find(name);
            (int header, int count, int size) = type switch
            {
                TableDefinition table => (1, Fields(table).Length, FieldSize),
                UnionDefinition union => (1, union.Members.Count, MemberSize),
                _ => (3, Leaves(_index, (StructDefinition)type).Count, LeafSize),
            };
            _words.AddRange(new uint[header + (count * size)]);
            _words[(int)record + header - 1] = (uint)count;
            _open.Enqueue((type, (int)record + header));
        }

        return record;
    }
}

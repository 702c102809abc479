using Codec.Payloads;

namespace Codec.Generated;

/// <summary>Describes the payloads of a packed message to <see cref="PackedPayload"/>. Generated code creates it. Thread-safe.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class PayloadShape
{
    internal const int FieldSize = 8;
    internal const int LeafSize = 4;
    internal const int MemberSize = 3;
    internal const int PlaceSize = 4;

    // The indexes of a table's places, by the offset of its record.
    private readonly int[][] _places;

    /// <summary>Creates a shape.</summary>
    /// <param name="words">The words that docs/packing.md specifies. They are copied.</param>
    public PayloadShape(uint[] words)
    {
        if (words is null)
        {
            Throw.ArgumentNull(nameof(words));
        }

        Words = new int[words.Length];
        for (int i = 0; i < words.Length; i++)
        {
            Words[i] = (int)words[i];
        }

        _places = new int[words.Length][];
        if (!IsStruct)
        {
            AddPlaces(Root);
        }
    }

    internal int[] Words { get; }
    internal int Root => Words[0];
    internal bool IsStruct => Words[1] == 1;
    internal int MaxDepth => Words[2];
    internal uint Identifier => (uint)Words[3];

    /// <summary>
    /// Returns the order of the values in a table whose record is at an offset. Each value has four numbers: the index of the field, the offset of the
    /// entry in the vtable, the size and the alignment in bytes.
    /// </summary>
    internal int[] PlacesOf(int table) => _places[table];

    /// <summary>Returns the offset of the record of a field's quantization; 0 if the field is not quantized.</summary>
    /// <param name="word">The last word of the field.</param>
    internal static int QuantizationOf(int word) => (int)((uint)word >> 8);

    /// <summary>Returns the kind of a vector's elements. A number has the kind of an optional number.</summary>
    internal static PayloadKind ElementOf(PayloadKind vector) => vector - PayloadKind.Scalars + PayloadKind.Optional;

    /// <summary>Returns the default of a field in the bits of its size.</summary>
    internal ulong DefaultOf(int field) =>
        ((uint)Words[field + 4] | ((ulong)(uint)Words[field + 5] << 32)) & (ulong.MaxValue >> (64 - (8 << ScalarClass.LogSize(Words[field + 2]))));

    private void AddPlaces(int table)
    {
        if (_places[table] is not null)
        {
            return;
        }

        List<int[]> places = [];
        for (int index = 0; index < Words[table]; index++)
        {
            int field = table + 1 + (FieldSize * index);
            (PayloadKind kind, int size, int record) = ((PayloadKind)Words[field + 1], ScalarClass.Size(Words[field + 2]), Words[field + 3]);
            if (kind is PayloadKind.Union or PayloadKind.Unions)
            {
                int typeSize = kind == PayloadKind.Union ? size : 4;
                places.Add([index, Words[field] - 2, typeSize, typeSize]);
            }

            (int valueSize, int alignment) = kind switch
            {
                PayloadKind.Scalar or PayloadKind.Optional => (size, size),
                PayloadKind.Struct => (Words[record], Words[record + 1]),
                _ => (4, 4),
            };
            places.Add([index, Words[field], valueSize, alignment]);
        }

        // The sort must be stable.
        List<int> sorted = [];
        for (int alignment = 32; alignment > 0; alignment /= 2)
        {
            places.FindAll(place => place[3] == alignment).ForEach(sorted.AddRange);
        }

        _places[table] = [.. sorted];
        for (int field = table + 1; field < table + 1 + (FieldSize * Words[table]); field += FieldSize)
        {
            AddReferred((PayloadKind)Words[field + 1], Words[field + 3]);
        }
    }

    private void AddReferred(PayloadKind kind, int record)
    {
        if (kind is PayloadKind.Table or PayloadKind.Tables)
        {
            AddPlaces(record);
        }
        else if (kind is PayloadKind.Union or PayloadKind.Unions)
        {
            for (int i = 0; i < Words[record]; i++)
            {
                int member = record + 1 + (MemberSize * i);
                AddReferred((PayloadKind)Words[member + 1], Words[member + 2]);
            }
        }
    }
}

using System;
using Codec.Tests.Interop;
using Google.FlatBuffers;

namespace Codec.Tests.Fuzz.Verifier;

/// <summary>The vtable entries of a schema's table that contain offsets. It finds unusual offsets without flatc's code.</summary>
internal sealed class TableShape
{
    private static readonly TableShape Plain = new();
    private static readonly TableShape FirstString = new() { Offsets = [4] };
    private static readonly TableShape SecondString = new() { Offsets = [6] };
    private static readonly TableShape?[] AnyMembers = [null, FirstString, SecondString, null, null, null, null];

    private static readonly TableShape Vectors = new()
    {
        Offsets = [4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 30, 32],
        VectorsOfOffsets = [28],
        VectorsOfTables = [(34, FirstString), (36, SecondString)],
    };

    private static readonly TableShape Everything = new()
    {
        Offsets = [4, 20],
        Tables = [(6, Plain), (8, Plain), (10, Plain), (12, Plain), (14, Vectors), (16, new() { Unions = [(4, AnyMembers), (8, AnyMembers)] })],
        SelfEntry = 22,
    };

    private static readonly TableShape Words = new()
    {
        Offsets = [24, 26, 38, 40],
        VectorsOfOffsets = [28],
        Tables = [(30, SecondString)],
        VectorsOfTables = [(32, SecondString)],
        Unions = [(34, [null, SecondString, null])],
    };

    /// <summary>Gets the entries of strings and of vectors without offsets.</summary>
    public int[] Offsets { get; init; } = [];

    public int[] VectorsOfOffsets { get; init; } = [];

    public (int Entry, TableShape Shape)[] Tables { get; init; } = [];

    public (int Entry, TableShape Shape)[] VectorsOfTables { get; init; } = [];

    /// <summary>
    /// Gets the entry of each union's type and the members by type. The value's entry follows the type's. A member is <see langword="null"/> if it is
    /// not a table with offsets.
    /// </summary>
    public (int Entry, TableShape?[] Members)[] Unions { get; init; } = [];

    /// <summary>Gets the entry of a table with the same shape, or 0 if there is none.</summary>
    public int SelfEntry { get; init; }

    public static TableShape Of(VerifiedRoot root) => root switch
    {
        VerifiedRoot.Everything or VerifiedRoot.EverythingSizePrefixed => Everything,
        VerifiedRoot.Words => Words,
        VerifiedRoot.UnionVector => new() { Offsets = [4], VectorsOfOffsets = [6] },
        VerifiedRoot.TestPacket => FirstString,
        VerifiedRoot.Login => new() { Offsets = [4, 6, 10] },
        VerifiedRoot.Move => Plain,
        VerifiedRoot.Spawn => new() { Offsets = [8] },
        VerifiedRoot.Chat => new() { Offsets = [6, 8] },
        VerifiedRoot.Inventory => new() { VectorsOfTables = [(6, new() { Offsets = [8, 10] })] },
        VerifiedRoot.Snapshot => SecondString,
        _ => throw new ArgumentOutOfRangeException(nameof(root), root, "There is no such root."),
    };

    /// <summary>
    /// Returns whether a table, or a table that it refers to, contains an offset of zero. Returns false if the offsets are out of range.
    /// </summary>
    public bool ReachesZeroOffset(ByteBuffer buffer, int table) => Reaches(buffer, table, 0);

    /// <summary>
    /// Returns whether a table, or a table that it refers to, has its vtable before an offset. Returns false if the offsets are out of range.
    /// </summary>
    public bool ReachesVtableBefore(ByteBuffer buffer, int table, int index) => Reaches(buffer, table, index);

    private bool Reaches(ByteBuffer buffer, int table, int vtables)
    {
        try
        {
            return IsStrange(new Table(table, buffer), vtables);
        }
        catch (ArgumentOutOfRangeException)
        {
            return false;
        }
    }

    // Finds vtables before an offset or, if that is 0, also offsets of zero.
    private bool IsStrange(Table table, int vtables) =>
        table.bb_pos - table.bb.GetInt(table.bb_pos) < vtables
        || (vtables == 0 && HasZero(table))
        || Array.Exists(VectorsOfOffsets, entry => HasStrangeElement(table, entry, null, vtables))
        || Array.Exists(VectorsOfTables, field => HasStrangeElement(table, field.Entry, field.Shape, vtables))
        || Array.Exists(Tables, field => IsStrangeBehind(table, field.Entry, field.Shape, vtables))
        || Array.Exists(Unions, field => HasStrangeValue(table, field.Entry, field.Members, vtables))
        || (SelfEntry != 0 && IsStrangeBehind(table, SelfEntry, this, vtables));

    private bool HasZero(Table table) =>
        Array.Exists(Offsets, entry => IsZero(table, entry))
        || Array.Exists(VectorsOfOffsets, entry => IsZero(table, entry))
        || Array.Exists(VectorsOfTables, field => IsZero(table, field.Entry))
        || Array.Exists(Tables, field => IsZero(table, field.Entry))
        || Array.Exists(Unions, field => IsZero(table, field.Entry + 2))
        || (SelfEntry != 0 && IsZero(table, SelfEntry));

    private static bool IsZero(Table table, int entry)
    {
        int field = table.__offset(entry);
        return field != 0 && table.bb.GetInt(field + table.bb_pos) == 0;
    }

    private static bool IsStrangeBehind(Table table, int entry, TableShape shape, int vtables)
    {
        int field = table.__offset(entry);
        return field != 0 && shape.IsStrange(new Table(table.__indirect(field + table.bb_pos), table.bb), vtables);
    }

    private static bool HasStrangeElement(Table table, int entry, TableShape? shape, int vtables)
    {
        int field = table.__offset(entry);
        if (field == 0)
        {
            return false;
        }

        int first = table.__vector(field);
        for (int i = 0; i < table.__vector_len(field); i++)
        {
            int element = first + (i * sizeof(int));
            if ((vtables == 0 && table.bb.GetInt(element) == 0)
                || (shape is not null && shape.IsStrange(new Table(table.__indirect(element), table.bb), vtables)))
            {
                return true;
            }
        }

        return false;
    }

    private static bool HasStrangeValue(Table table, int entry, TableShape?[] members, int vtables)
    {
        int field = table.__offset(entry);
        int type = field == 0 ? 0 : table.bb.Get(field + table.bb_pos);
        return type < members.Length && members[type] is { } member && IsStrangeBehind(table, entry + 2, member, vtables);
    }
}

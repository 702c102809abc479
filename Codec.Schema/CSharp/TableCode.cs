using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

/// <summary>A table with its canonical layout: the one that the generated writer writes and the generated reader knows.</summary>
/// <remarks>
/// Values follow the vtable offset without gaps, the widest first. So that they are aligned, the table starts 4 bytes before a place that
/// its widest value divides.
/// </remarks>
internal sealed class TableCode
{
    /// <summary>The most bytes of a table: a vtable says its size, and where its fields are, in 16 bits.</summary>
    public const int MaxSize = ushort.MaxValue;

    // Length, terminator and padding.
    private const int MinTextSize = 8;

    /// <summary>The bit of a shape that no other table can share.</summary>
    public const int UntrackedBit = 63;

    // These have the names that they want before what is named after a field: HasName, NameUtf8.
    private static readonly string[] OwnViewMembers = ["IsPresent", "TryCreate", "TryCreateVerified", "TryCopyTo", "ToObject"];

    // What the methods have besides that take a table's values as parameters.
    private static readonly string[] DirectLocals = ["writer", "slot", "shared", "shape", "origin", "at", "end", "table"];

    public TableCode(TableDefinition definition, string name, string? identifier, bool isDeep, bool isRootOnly)
    {
        Definition = definition;
        Name = name;
        Identifier = identifier is null ? null : Encoding.UTF8.GetBytes(identifier);
        IsDeep = isDeep;
        IsRootOnly = isRootOnly;
        Alignment = 4;
        Dictionary<int, FieldPlace> places = [];
        int offset = 4;
        foreach ((int id, int size, int alignment) in Entries(definition).OrderByDescending(entry => entry.Alignment).ThenBy(entry => entry.Id))
        {
            Alignment = Math.Max(Alignment, alignment);
            places.Add(id, new FieldPlace(4 + (2 * id), offset, size, alignment));

            // Past what an int holds no table is written.
            offset = (int)Math.Min(int.MaxValue, (long)offset + size);
        }

        Size = offset;
        Places = [.. places.Values.OrderBy(place => place.Entry)];
        HashSet<string> names = new(MemberNames.OfObject, StringComparer.Ordinal) { name };
        HashSet<string> parameters = new(DirectLocals, StringComparer.Ordinal);
        foreach (TableField field in definition.Fields.Where(field => !field.IsDeprecated))
        {
            bool isTracked = field.Presence != FieldPresence.Required && (field.Type.Kind is not (TypeKind.Scalar or TypeKind.Enum)
                || field.Presence == FieldPresence.Optional);
            string property = CSharpNames.Unique(CSharpNames.Member(field), names);
            Fields.Add(new FieldCode(
                field,
                property,
                CSharpNames.Unique(CSharpNames.Camel(property), parameters),
                places[field.Id],
                field.HasUnionType ? places[field.UnionTypeId] : null,
                isTracked));
        }

        // The names of our own members move out of the way of the fields'.
        Members = new MemberNames(names);
        ViewMembers = new MemberNames([.. Fields.Select(field => field.Property), .. MemberNames.OfObject, Members["View"]]);
        foreach (string member in OwnViewMembers)
        {
            _ = ViewMembers[member];
        }

        foreach (FieldCode field in Fields)
        {
            field.Has = ViewMembers.Add("Has" + field.Property);
            field.Utf8 = ViewMembers.Add(field.Property + "Utf8");
            field.TypeProperty = ViewMembers.Add(field.Property + "Type");
            field.Root = ViewMembers.Add(field.Property + "Root");
        }
    }

    /// <summary>The names of the members of the class that are not fields.</summary>
    public MemberNames Members { get; }

    /// <summary>The names of the members of the view that are not fields.</summary>
    public MemberNames ViewMembers { get; }

    public TableDefinition Definition { get; }

    /// <summary>The name in C#, without the sign that a keyword needs.</summary>
    public string Name { get; }

    public List<FieldCode> Fields { get; } = [];

    /// <summary>Every entry that is written, ascending.</summary>
    public IReadOnlyList<FieldPlace> Places { get; }

    /// <summary>The four bytes of the identifier of a buffer whose root this is, where its schema has one.</summary>
    public byte[]? Identifier { get; }

    /// <summary>Whether tables of this kind can be nested without end, so that a writer has to count.</summary>
    public bool IsDeep { get; }

    /// <summary>Whether no field leads to a table of this kind, so that it is always a payload's root.</summary>
    public bool IsRootOnly { get; }

    /// <summary>What 4 bytes after the table's start is divisible by.</summary>
    public int Alignment { get; }

    /// <summary>The table's size in bytes.</summary>
    public int Size { get; }

    public int PaddedSize => (Size + 3) & ~3;

    public int VTableSize => Definition.VTableSize;

    public int PaddedVTableSize => (VTableSize + 3) & ~3;

    /// <summary>Where the vtable of a root table is.</summary>
    public int RootVTable => Identifier is null ? 4 : 8;

    /// <summary>Where a root table is.</summary>
    public int RootTable => ((RootVTable + PaddedVTableSize + 4 + Alignment - 1) & -Alignment) - 4;

    /// <summary>The field whose text the writer writes directly after the table; null if the next bytes are not a text.</summary>
    public FieldCode? TextBehind => Fields.Find(candidate => candidate.Type.IsOffset) is { Type.Kind: TypeKind.String } first ? first : null;

    /// <summary>The minimum size in bytes of a payload that starts as the writer writes this root: up to the end of the table.</summary>
    public int MinRootSize => RootTable + PaddedSize + (TextBehind is null ? 0 : MinTextSize);

    /// <summary>The vtable's bytes, with padding to a multiple of 4.</summary>
    public byte[] VTableImage()
    {
        byte[] image = new byte[PaddedVTableSize];
        Put(image, 0, VTableSize);
        Put(image, 2, Size);
        foreach (FieldPlace place in Places)
        {
            Put(image, place.Entry, place.Offset);
        }

        return image;
    }

    /// <summary>The bytes of a payload with this root, up to and with the table's offset to its vtable.</summary>
    public byte[] RootImage()
    {
        byte[] image = new byte[RootTable + 4];
        Put(image, 0, RootTable);
        Put(image, 2, RootTable >> 16);
        Identifier?.CopyTo(image, 4);
        VTableImage().CopyTo(image, RootVTable);
        int back = RootTable - RootVTable;
        Put(image, RootTable, back);
        Put(image, RootTable + 2, back >> 16);
        return image;
    }

    private static void Put(byte[] image, int at, int value)
    {
        image[at] = (byte)value;
        image[at + 1] = (byte)(value >> 8);
    }

    private static IEnumerable<(int Id, int Size, int Alignment)> Entries(TableDefinition definition)
    {
        foreach (TableField field in definition.Fields.Where(field => !field.IsDeprecated))
        {
            if (field.HasUnionType)
            {
                int size = field.Type.Kind == TypeKind.Union ? CSharpNames.SizeOf(field.Type.Scalar) : 4;
                yield return (field.UnionTypeId, size, size);
            }

            yield return (field.Id, field.Type.InlineSize, field.Type.InlineAlignment);
        }
    }
}

using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;
using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

/// <summary>A table with its canonical layout and its C# names.</summary>
internal sealed class TableCode
{
    // Length, terminator and padding, in bytes.
    private const int MinTextSize = 8;

    /// <summary>The last bit of a shape. If it is set, the vtable is not shared with other tables.</summary>
    public const int UntrackedBit = 63;

    // These names are reserved before the names that are derived from fields, such as HasName and NameUtf8.
    private static readonly string[] OwnViewMembers = ["IsPresent", "TryCreate", "TryCreateVerified", "TryCopyTo", "ToObject"];

    // The names of the members of the class for every table, for a packet and for a table with a key.
    private static readonly string[] OwnMembers =
        ["View", "VectorView", "Writer", "VectorWriter", "Verify", "TryRead", "TryWrite", "Write", "GetMaxByteCount"];

    private static readonly string[] PacketMembers = ["PacketId", "Handler"];

    private static readonly string[] KeyMembers = ["CompareByKey"];

    // The names of the other parameters, the local variables and the private fields in methods that have a parameter for each value of a table.
    private static readonly string[] DirectLocals =
        ["writer", "slot", "shared", "shape", "origin", "at", "end", "table", StoredTable, "_slots", "_shared", "_slot", "_typeSlot"];

    // The name of the private field of views and writers.
    private const string StoredTable = "_table";

    private readonly TableLayout _layout;

    public TableCode(TableDefinition definition, string name, string? identifier, bool isDeep, bool isRootOnly)
    {
        Definition = definition;
        Name = name;
        Identifier = identifier is null ? null : Encoding.UTF8.GetBytes(identifier);
        IsDeep = isDeep;
        IsRootOnly = isRootOnly;
        _layout = new TableLayout(definition);
        Places = [.. _layout.Places.OrderBy(place => place.Entry)];
        NameSet names = new([.. MemberNames.OfObject, name, StoredTable], StringComparer.Ordinal);
        NameSet parameters = new(DirectLocals, StringComparer.Ordinal);
        NameSet locals = new([], StringComparer.Ordinal);
        foreach (TableField field in definition.Fields.Where(field => !field.IsDeprecated))
        {
            string property = CSharpNames.Unique(CSharpNames.Member(field), names);
            Fields.Add(new FieldCode(
                field,
                property,
                CSharpNames.Unique(CSharpNames.Camel(property), parameters),
                CSharpNames.Unique(CSharpNames.Camel(property + "Value"), locals),
                _layout.PlaceOf(field),
                _layout.TypePlaceOf(field)));
        }

        // If a field has the name of a member that is not a field, the member gets another name.
        Members = new MemberNames(names);
        ViewMembers = new MemberNames([.. Fields.Select(field => field.Name), .. MemberNames.OfObject, Members["View"]]);
        WriterMembers = new MemberNames([Members["Writer"]]);
        foreach (string member in OwnViewMembers)
        {
            _ = ViewMembers[member];
        }

        foreach (FieldCode field in Fields)
        {
            field.Has = ViewMembers.Add("Has" + field.Name);
            field.Utf8 = ViewMembers.Add(field.Name + "Utf8");
            field.TypeProperty = ViewMembers.Add(field.Name + "Type");
            field.Root = ViewMembers.Add(field.Name + "Root");
        }
    }

    /// <summary>Gets the names of the members of the class that are not fields.</summary>
    public MemberNames Members { get; }

    /// <summary>Gets the names of the members of the view that are not fields.</summary>
    public MemberNames ViewMembers { get; }

    /// <summary>Gets the names of the methods of the writer that write nested fields.</summary>
    public MemberNames WriterMembers { get; }

    public TableDefinition Definition { get; }

    /// <summary>Gets the name in C#, without the '@' of a keyword.</summary>
    public string Name { get; }

    public List<FieldCode> Fields { get; } = [];

    /// <summary>Gets the positions of the values that are written, in ascending order of vtable entry.</summary>
    public IReadOnlyList<FieldPlace> Places { get; }

    /// <summary>Gets the four bytes of the file identifier of a buffer with this root; null if the schema has none.</summary>
    public byte[]? Identifier { get; }

    /// <summary>
    /// Gets the initial depth of the root of a payload, as a literal. Every reader stops at depth 64, so another limit is expressed as another initial depth.
    /// </summary>
    public string FirstDepth =>
        (PacketDefinition.DefaultMaxDepth - (Definition.Packet?.MaxDepth ?? PacketDefinition.DefaultMaxDepth) + 1).ToString(CultureInfo.InvariantCulture);

    /// <summary>Gets the limit of tables in a payload, as a literal: -1 if the schema has none.</summary>
    public string TableLimit => (Definition.Packet?.MaxTables ?? -1).ToString(CultureInfo.InvariantCulture);

    /// <summary>Gets whether tables of this kind can be nested without limit, so that a writer must count the depth.</summary>
    public bool IsDeep { get; }

    /// <summary>Gets whether no field refers to a table of this kind, so that it is always the root of a payload.</summary>
    public bool IsRootOnly { get; }

    /// <summary>Gets the alignment, in bytes, of the position 4 bytes after the start of the table.</summary>
    public int Alignment => _layout.Alignment;

    /// <summary>Gets the size of the table, in bytes.</summary>
    public int Size => _layout.Size;

    public int PaddedSize => _layout.PaddedSize;

    public int VTableSize => Definition.VTableSize;

    public int PaddedVTableSize => _layout.PaddedVTableSize;

    /// <summary>Gets the offset of the vtable of a root table, in bytes.</summary>
    public int RootVTable => Identifier is null ? 4 : 8;

    /// <summary>Gets the offset of a root table, in bytes.</summary>
    public int RootTable => _layout.RootTable(hasIdentifier: Identifier is not null);

    /// <summary>Gets the field whose string the writer writes directly after the table; null if the table is not followed by a string.</summary>
    public FieldCode? FirstText => Fields.Find(candidate => candidate.Type.IsOffset) is { Type.Kind: TypeKind.String } first ? first : null;

    /// <summary>Gets the minimum size, in bytes, of a payload that the generated writer produces for this root table.</summary>
    public int MinRootSize => RootTable + PaddedSize + (FirstText is null ? 0 : MinTextSize);

    /// <summary>Returns the members of the class and of the view that are not fields.</summary>
    /// <returns>For each, the view or the schema's name of its field, the preferred name, and the name in C#.</returns>
    public IEnumerable<(string Owner, string Preferred, string Name)> GeneratedMembers()
    {
        bool hasKey = Fields.Exists(field => field.Field.IsKey && KeyOrder.Has(field.Type));
        IEnumerable<string> own = [.. OwnMembers, .. Definition.Packet is null ? [] : PacketMembers, .. hasKey ? KeyMembers : []];
        return
        [
            .. own.Select(member => ("", member, Members[member])),
            .. OwnViewMembers.Select(member => ("View", member, ViewMembers[member])),
            .. Fields.SelectMany(Derived),
        ];
    }

    private static IEnumerable<(string Owner, string Preferred, string Name)> Derived(FieldCode field)
    {
        string owner = field.Field.Name;
        if (field.Type.Kind is TypeKind.String or TypeKind.Vector)
        {
            yield return (owner, "Has" + field.Name, field.Has);
        }

        if (field.Type.Kind == TypeKind.String)
        {
            yield return (owner, field.Name + "Utf8", field.Utf8);
        }

        if (field.Type.Kind == TypeKind.Union)
        {
            yield return (owner, field.Name + "Type", field.TypeProperty);
        }

        if (field.Field.NestedTable is not null)
        {
            yield return (owner, field.Name + "Root", field.Root);
        }
    }

    /// <summary>Returns the bytes of the vtable, padded to a multiple of 4.</summary>
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

    /// <summary>Returns the first bytes of a payload with this root table, up to and including the table's offset to its vtable.</summary>
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
}

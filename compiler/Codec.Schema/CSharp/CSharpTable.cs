namespace Codec.Schema.CSharp;

internal sealed class CSharpTable
{
    // The name of the private field of views and writers.
    private const string StoredTable = "_table";

    // These names are reserved before the names that are derived from fields, such as HasName and NameUtf8.
    private static readonly string[] OwnViewMembers = ["IsPresent", "TryCreate", "TryCreateVerified", "TryCopyTo", "ToObject"];

    private static readonly string[] OwnMembers =
        ["View", "VectorView", "Writer", "VectorWriter", "Verify", "TryRead", "TryWrite", "Write", "GetMaxByteCount"];

    private static readonly string[] PacketMembers = ["PacketId", "Handler"];

    private static readonly string[] PackedMembers = [.. PacketMembers, "PacketShape"];

    private static readonly string[] KeyMembers = ["CompareByKey"];

    // The names of the other parameters, the local variables and the private fields in methods that have a parameter for each value of a
    // table.
    private static readonly string[] DirectLocals =
        ["writer", "slot", "shape", "origin", "at", "end", "table", StoredTable, "_slots", "_slot", "_typeSlot"];

    public CSharpTable(TableLayout layout)
    {
        Layout = layout;
        Name = CSharpNames.Name(layout.Definition);
        NameSet names = new([.. MemberNames.OfObject, Name, StoredTable], StringComparer.Ordinal);
        NameSet parameters = new(DirectLocals, StringComparer.Ordinal);
        NameSet locals = new([], StringComparer.Ordinal);
        foreach (FieldLayout field in layout.Fields)
        {
            string property = CSharpNames.Unique(CSharpNames.Member(field.Field), names);
            string parameter = CSharpNames.Unique(CSharpNames.Camel(property), parameters);
            Fields.Add(new CSharpField(field, property, parameter, CSharpNames.Unique(CSharpNames.Camel(property + "Value"), locals)));
        }

        FirstText = Fields.Find(field => ReferenceEquals(field.Field, layout.FirstText));

        // If a field has the name of a member that is not a field, the member gets another name.
        Members = new MemberNames(names);
        ViewMembers = new MemberNames([.. Fields.Select(field => field.Name), .. MemberNames.OfObject, Members["View"]], OwnViewMembers);
        WriterMembers = new MemberNames([Members["Writer"]]);
        foreach (CSharpField field in Fields)
        {
            field.Has = ViewMembers.Add("Has" + field.Name);
            field.Utf8 = ViewMembers.Add(field.Name + "Utf8");
            field.TypeProperty = ViewMembers.Add(field.Name + "Type");
            field.Root = ViewMembers.Add(field.Name + "Root");
        }
    }

    public TableLayout Layout { get; }
    public TableDefinition Definition => Layout.Definition;
    public string Name { get; }
    public List<CSharpField> Fields { get; } = [];

    // The names of the members that are not fields: of the class, of the view, and the methods of the writer that write nested fields.
    public MemberNames Members { get; }
    public MemberNames ViewMembers { get; }
    public MemberNames WriterMembers { get; }

    /// <summary>Gets the field whose string the writer writes directly after the table; null if there is none.</summary>
    public CSharpField? FirstText { get; }

    /// <summary>Gets the key; null if there is none that C# can compare.</summary>
    public CSharpField? Key => Fields.Find(candidate => candidate.Field.IsKey && KeyOrder.Has(candidate.Type));

    /// <summary>Returns the members of the class and of the view that are not fields.</summary>
    /// <returns>For each, the view or the schema's name of its field, the preferred name, and the name in C#.</returns>
    public IEnumerable<(string Owner, string Preferred, string Name)> GeneratedMembers() =>
    [
        .. OwnMembers.Concat(Definition.Packet is null ? [] : Definition.Packet.IsPacked ? PackedMembers : PacketMembers)
            .Concat(Key is null ? [] : KeyMembers).Select(member => ("", member, Members[member])),
        .. OwnViewMembers.Select(member => ("View", member, ViewMembers[member])),
        .. Fields.SelectMany(field => new[]
        {
            (field.Type.Kind is TypeKind.String or TypeKind.Vector, "Has" + field.Name, field.Has),
            (field.Type.Kind == TypeKind.String, field.Name + "Utf8", field.Utf8),
            (field.Type.Kind == TypeKind.Union, field.Name + "Type", field.TypeProperty),
            (field.Field.NestedTable is not null, field.Name + "Root", field.Root),
        }.Where(member => member.Item1).Select(member => (field.Field.Name, member.Item2, member.Item3))),
    ];
}

namespace Codec.Schema.Compare;

/// <summary>A kind of breaking change. The meaning of its name never changes. docs/evolution.md explains each rule.</summary>
/// <param name="Name">The name, such as <c>FIELD_REMOVED</c>.</param>
/// <param name="Classes">What such a change breaks.</param>
public sealed record EvolutionRule(string Name, BreakClasses Classes)
{
    private const BreakClasses Wire = BreakClasses.Wire;
    private const BreakClasses Source = BreakClasses.Source;
    private const BreakClasses Json = BreakClasses.Json;

    /// <summary>A type was removed, and no new type can be a renamed version of it.</summary>
    public static readonly EvolutionRule TypeRemoved = new("TYPE_REMOVED", Source);

    /// <summary>A type has another name or namespace.</summary>
    public static readonly EvolutionRule TypeRenamed = new("TYPE_RENAMED", Source);

    /// <summary>A name refers to another kind of type, such as a struct instead of a table.</summary>
    public static readonly EvolutionRule TypeKindChanged = new("TYPE_KIND_CHANGED", Wire | Source | Json);

    /// <summary>A field was removed.</summary>
    public static readonly EvolutionRule FieldRemoved = new("FIELD_REMOVED", Wire | Source | Json);

    /// <summary>A field of a table has another id.</summary>
    public static readonly EvolutionRule FieldIdChanged = new("FIELD_ID_CHANGED", Wire);

    /// <summary>A field has the id that another field had.</summary>
    public static readonly EvolutionRule FieldIdReused = new("FIELD_ID_REUSED", Wire | Source | Json);

    /// <summary>A new field without an explicit id precedes an old field and changes its id.</summary>
    public static readonly EvolutionRule FieldInserted = new("FIELD_INSERTED", Wire);

    /// <summary>A field has another name.</summary>
    public static readonly EvolutionRule FieldRenamed = new("FIELD_RENAMED", Source | Json);

    /// <summary>A field of a table has a type with a different layout or meaning.</summary>
    public static readonly EvolutionRule FieldTypeChanged = new("FIELD_TYPE_CHANGED", Wire | Source | Json);

    /// <summary>An integer became an enum of the same size, or an enum became an integer.</summary>
    public static readonly EvolutionRule FieldEnumChanged = new("FIELD_ENUM_CHANGED", Source | Json);

    /// <summary>A missing field has another default value.</summary>
    public static readonly EvolutionRule FieldDefaultChanged = new("FIELD_DEFAULT_CHANGED", Wire | Json);

    /// <summary>A scalar became optional (<c>= null</c>), or is no longer optional.</summary>
    public static readonly EvolutionRule FieldOptionalChanged = new("FIELD_OPTIONAL_CHANGED", Wire | Source | Json);

    /// <summary>A payload without the field is now rejected.</summary>
    public static readonly EvolutionRule FieldRequiredAdded = new("FIELD_REQUIRED_ADDED", Wire | Source | Json);

    /// <summary>A payload may now lack the field, and old peers reject it.</summary>
    public static readonly EvolutionRule FieldRequiredRemoved = new("FIELD_REQUIRED_REMOVED", Wire | Source | Json);

    /// <summary>A field is no longer written or read.</summary>
    public static readonly EvolutionRule FieldDeprecated = new("FIELD_DEPRECATED", Source | Json);

    /// <summary>A field that was deprecated is written and read again.</summary>
    public static readonly EvolutionRule FieldUndeprecated = new("FIELD_UNDEPRECATED", Wire);

    /// <summary>Vectors are sorted and searched by another key field.</summary>
    public static readonly EvolutionRule FieldKeyChanged = new("FIELD_KEY_CHANGED", Wire | Source);

    /// <summary>The bytes of a field contain another kind of nested buffer, or none: <c>nested_flatbuffer</c>, <c>flexbuffer</c>.</summary>
    public static readonly EvolutionRule FieldNestedChanged = new("FIELD_NESTED_CHANGED", Wire | Source | Json);

    /// <summary>The elements of a vector have another alignment: <c>force_align</c>.</summary>
    public static readonly EvolutionRule FieldAlignmentChanged = new("FIELD_ALIGNMENT_CHANGED", Wire);

    /// <summary>Another hash function converts JSON strings to the numbers of a field: <c>hash</c>.</summary>
    public static readonly EvolutionRule FieldHashChanged = new("FIELD_HASH_CHANGED", Json);

    /// <summary>A struct has different fields, or the same ones at different offsets.</summary>
    public static readonly EvolutionRule StructChanged = new("STRUCT_CHANGED", Wire | Source | Json);

    /// <summary>A struct has another alignment: <c>force_align</c>.</summary>
    public static readonly EvolutionRule StructAlignmentChanged = new("STRUCT_ALIGNMENT_CHANGED", Wire);

    /// <summary>A value of an enum was removed.</summary>
    public static readonly EvolutionRule EnumValueRemoved = new("ENUM_VALUE_REMOVED", Wire | Source | Json);

    /// <summary>A value of an enum has another number.</summary>
    public static readonly EvolutionRule EnumValueChanged = new("ENUM_VALUE_CHANGED", Wire | Json);

    /// <summary>A number of an enum has another name.</summary>
    public static readonly EvolutionRule EnumValueRenamed = new("ENUM_VALUE_RENAMED", Source | Json);

    /// <summary>An enum is stored as another integer type.</summary>
    public static readonly EvolutionRule EnumTypeChanged = new("ENUM_TYPE_CHANGED", Wire | Source);

    /// <summary>The values of an enum became bits, or its bits became values: <c>bit_flags</c>.</summary>
    public static readonly EvolutionRule EnumBitFlagsChanged = new("ENUM_BIT_FLAGS_CHANGED", Wire | Source | Json);

    /// <summary>A member of a union was removed.</summary>
    public static readonly EvolutionRule UnionMemberRemoved = new("UNION_MEMBER_REMOVED", Wire | Source | Json);

    /// <summary>A member of a union has another number.</summary>
    public static readonly EvolutionRule UnionMemberIdChanged = new("UNION_MEMBER_ID_CHANGED", Wire);

    /// <summary>A member of a union has another type.</summary>
    public static readonly EvolutionRule UnionMemberTypeChanged = new("UNION_MEMBER_TYPE_CHANGED", Wire | Source | Json);

    /// <summary>A member of a union has another name.</summary>
    public static readonly EvolutionRule UnionMemberRenamed = new("UNION_MEMBER_RENAMED", Source | Json);

    /// <summary>A union's numbers are stored as another integer type.</summary>
    public static readonly EvolutionRule UnionTypeChanged = new("UNION_TYPE_CHANGED", Wire | Source);

    /// <summary>A packet was removed, or its type is no longer a packet.</summary>
    public static readonly EvolutionRule PacketRemoved = new("PACKET_REMOVED", Wire | Source);

    /// <summary>A packet has another id.</summary>
    public static readonly EvolutionRule PacketIdMoved = new("PACKET_ID_MOVED", Wire);

    /// <summary>A packet has the id that another packet had.</summary>
    public static readonly EvolutionRule PacketIdReused = new("PACKET_ID_REUSED", Wire | Source);

    /// <summary>A side can no longer send a packet.</summary>
    public static readonly EvolutionRule PacketDirectionNarrowed = new("PACKET_DIRECTION_NARROWED", Wire | Source);

    /// <summary>The maximum payload size, depth or number of tables of a packet was lowered or added. A limit that a struct does not exceed does not count.</summary>
    public static readonly EvolutionRule PacketLimitLowered = new("PACKET_LIMIT_LOWERED", Wire);

    /// <summary>A packet became packed, or is no longer packed.</summary>
    public static readonly EvolutionRule PacketPackedChanged = new("PACKET_PACKED_CHANGED", Wire);

    /// <summary>A file has another root type, or none.</summary>
    public static readonly EvolutionRule RootTypeChanged = new("ROOT_TYPE_CHANGED", Wire | Source | Json);

    /// <summary>The file identifier of the payloads of a root type was changed, removed or added.</summary>
    public static readonly EvolutionRule FileIdentifierChanged = new("FILE_IDENTIFIER_CHANGED", Wire);

    /// <summary>A service was removed.</summary>
    public static readonly EvolutionRule ServiceRemoved = new("SERVICE_REMOVED", Wire | Source);

    /// <summary>A method of a service was removed.</summary>
    public static readonly EvolutionRule ServiceCallRemoved = new("SERVICE_CALL_REMOVED", Wire | Source);

    /// <summary>A method of a service has another request or response table, or another kind of streaming.</summary>
    public static readonly EvolutionRule ServiceCallChanged = new("SERVICE_CALL_CHANGED", Wire | Source);

    /// <summary>
    /// A type, a field, an enum value or a union member has another name in C#, set by <c>csharp_name</c>. Or a field took the name of another field or of a
    /// generated member, or no longer takes it.
    /// </summary>
    public static readonly EvolutionRule CSharpNameChanged = new("CSHARP_NAME_CHANGED", Source);

    /// <summary>A type no longer has value equality in C#: neither it nor a type that refers to it has <c>csharp_equality</c>.</summary>
    public static readonly EvolutionRule CSharpEqualityRemoved = new("CSHARP_EQUALITY_REMOVED", Source);

    /// <summary>A type is internal in C#, and was public: <c>private</c>.</summary>
    public static readonly EvolutionRule CSharpPrivateAdded = new("CSHARP_PRIVATE_ADDED", Source);

    /// <summary>
    /// A generated C++ type or list of packets has another name, because a new declaration has that name, or because another packet has the smallest id.
    /// </summary>
    public static readonly EvolutionRule CppNameChanged = new("CPP_NAME_CHANGED", Source);

    /// <summary>All rules, grouped by subject.</summary>
    public static readonly IReadOnlyList<EvolutionRule> All =
    [
        TypeRemoved, TypeRenamed, TypeKindChanged,
        FieldRemoved, FieldIdChanged, FieldIdReused, FieldInserted, FieldRenamed, FieldTypeChanged, FieldEnumChanged, FieldDefaultChanged,
        FieldOptionalChanged, FieldRequiredAdded, FieldRequiredRemoved, FieldDeprecated, FieldUndeprecated, FieldKeyChanged, FieldNestedChanged,
        FieldAlignmentChanged, FieldHashChanged,
        StructChanged, StructAlignmentChanged,
        EnumValueRemoved, EnumValueChanged, EnumValueRenamed, EnumTypeChanged, EnumBitFlagsChanged,
        UnionMemberRemoved, UnionMemberIdChanged, UnionMemberTypeChanged, UnionMemberRenamed, UnionTypeChanged,
        PacketRemoved, PacketIdMoved, PacketIdReused, PacketDirectionNarrowed, PacketLimitLowered, PacketPackedChanged,
        RootTypeChanged, FileIdentifierChanged,
        ServiceRemoved, ServiceCallRemoved, ServiceCallChanged,
        CSharpNameChanged, CSharpEqualityRemoved, CSharpPrivateAdded, CppNameChanged,
    ];

    /// <summary>Gets the classes as words, separated by commas: <c>wire, source</c>.</summary>
    public string ClassNames
    {
        get
        {
            BreakClasses classes = Classes;
            (BreakClasses Class, string Name)[] names = [(Wire, "wire"), (Source, "source"), (Json, "json")];
            return string.Join(", ", names.Where(pair => (classes & pair.Class) != 0).Select(pair => pair.Name));
        }
    }
}

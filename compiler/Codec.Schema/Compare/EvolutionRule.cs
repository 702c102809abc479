namespace Codec.Schema.Compare;

/// <summary>A kind of breaking change. The meaning of its name never changes. docs/evolution.md explains each rule.</summary>
/// <param name="Name">The name, such as <c>FIELD_REMOVED</c>.</param>
/// <param name="Classes">What such a change breaks.</param>
public sealed record EvolutionRule(string Name, BreakClasses Classes)
{
    private const BreakClasses Wire = BreakClasses.Wire;
    private const BreakClasses Source = BreakClasses.Source;
    private const BreakClasses Json = BreakClasses.Json;

    private static readonly List<EvolutionRule> Rules = [];

    internal static readonly EvolutionRule TypeRemoved = Add("TYPE_REMOVED", Source);
    internal static readonly EvolutionRule TypeRenamed = Add("TYPE_RENAMED", Source);
    internal static readonly EvolutionRule TypeKindChanged = Add("TYPE_KIND_CHANGED", Wire | Source | Json);
    internal static readonly EvolutionRule FieldRemoved = Add("FIELD_REMOVED", Wire | Source | Json);
    internal static readonly EvolutionRule FieldIdChanged = Add("FIELD_ID_CHANGED", Wire);
    internal static readonly EvolutionRule FieldIdReused = Add("FIELD_ID_REUSED", Wire | Source | Json);
    internal static readonly EvolutionRule FieldInserted = Add("FIELD_INSERTED", Wire);
    internal static readonly EvolutionRule FieldRenamed = Add("FIELD_RENAMED", Source | Json);
    internal static readonly EvolutionRule FieldTypeChanged = Add("FIELD_TYPE_CHANGED", Wire | Source | Json);
    internal static readonly EvolutionRule FieldEnumChanged = Add("FIELD_ENUM_CHANGED", Source | Json);
    internal static readonly EvolutionRule FieldDefaultChanged = Add("FIELD_DEFAULT_CHANGED", Wire | Json);
    internal static readonly EvolutionRule FieldOptionalChanged = Add("FIELD_OPTIONAL_CHANGED", Wire | Source | Json);
    internal static readonly EvolutionRule FieldRequiredAdded = Add("FIELD_REQUIRED_ADDED", Wire | Source | Json);
    internal static readonly EvolutionRule FieldRequiredRemoved = Add("FIELD_REQUIRED_REMOVED", Wire | Source | Json);
    internal static readonly EvolutionRule FieldDeprecated = Add("FIELD_DEPRECATED", Source | Json);
    internal static readonly EvolutionRule FieldUndeprecated = Add("FIELD_UNDEPRECATED", Wire);
    internal static readonly EvolutionRule FieldKeyChanged = Add("FIELD_KEY_CHANGED", Wire | Source);
    internal static readonly EvolutionRule FieldNestedChanged = Add("FIELD_NESTED_CHANGED", Wire | Source | Json);
    internal static readonly EvolutionRule FieldAlignmentChanged = Add("FIELD_ALIGNMENT_CHANGED", Wire);
    internal static readonly EvolutionRule FieldHashChanged = Add("FIELD_HASH_CHANGED", Json);
    internal static readonly EvolutionRule StructChanged = Add("STRUCT_CHANGED", Wire | Source | Json);
    internal static readonly EvolutionRule StructAlignmentChanged = Add("STRUCT_ALIGNMENT_CHANGED", Wire);
    internal static readonly EvolutionRule EnumValueRemoved = Add("ENUM_VALUE_REMOVED", Wire | Source | Json);
    internal static readonly EvolutionRule EnumValueChanged = Add("ENUM_VALUE_CHANGED", Wire | Json);
    internal static readonly EvolutionRule EnumValueRenamed = Add("ENUM_VALUE_RENAMED", Source | Json);
    internal static readonly EvolutionRule EnumTypeChanged = Add("ENUM_TYPE_CHANGED", Wire | Source);
    internal static readonly EvolutionRule EnumBitFlagsChanged = Add("ENUM_BIT_FLAGS_CHANGED", Wire | Source | Json);
    internal static readonly EvolutionRule UnionMemberRemoved = Add("UNION_MEMBER_REMOVED", Wire | Source | Json);
    internal static readonly EvolutionRule UnionMemberIdChanged = Add("UNION_MEMBER_ID_CHANGED", Wire);
    internal static readonly EvolutionRule UnionMemberTypeChanged = Add("UNION_MEMBER_TYPE_CHANGED", Wire | Source | Json);
    internal static readonly EvolutionRule UnionMemberRenamed = Add("UNION_MEMBER_RENAMED", Source | Json);
    internal static readonly EvolutionRule UnionTypeChanged = Add("UNION_TYPE_CHANGED", Wire | Source);
    internal static readonly EvolutionRule PacketRemoved = Add("PACKET_REMOVED", Wire | Source);
    internal static readonly EvolutionRule PacketIdMoved = Add("PACKET_ID_MOVED", Wire);
    internal static readonly EvolutionRule PacketIdReused = Add("PACKET_ID_REUSED", Wire | Source);
    internal static readonly EvolutionRule PacketDirectionNarrowed = Add("PACKET_DIRECTION_NARROWED", Wire | Source);
    internal static readonly EvolutionRule PacketLimitLowered = Add("PACKET_LIMIT_LOWERED", Wire);
    internal static readonly EvolutionRule PacketPackedChanged = Add("PACKET_PACKED_CHANGED", Wire);
    internal static readonly EvolutionRule PacketAnswerChanged = Add("PACKET_ANSWER_CHANGED", Wire | Source);
    internal static readonly EvolutionRule RootTypeChanged = Add("ROOT_TYPE_CHANGED", Wire | Source | Json);
    internal static readonly EvolutionRule FileIdentifierChanged = Add("FILE_IDENTIFIER_CHANGED", Wire);
    internal static readonly EvolutionRule ServiceRemoved = Add("SERVICE_REMOVED", Wire | Source);
    internal static readonly EvolutionRule ServiceCallRemoved = Add("SERVICE_CALL_REMOVED", Wire | Source);
    internal static readonly EvolutionRule ServiceCallChanged = Add("SERVICE_CALL_CHANGED", Wire | Source);
    internal static readonly EvolutionRule CSharpNameChanged = Add("CSHARP_NAME_CHANGED", Source);
    internal static readonly EvolutionRule CSharpEqualityRemoved = Add("CSHARP_EQUALITY_REMOVED", Source);
    internal static readonly EvolutionRule CSharpPrivateAdded = Add("CSHARP_PRIVATE_ADDED", Source);
    internal static readonly EvolutionRule CppNameChanged = Add("CPP_NAME_CHANGED", Source);

    /// <summary>Gets all rules, grouped by subject.</summary>
    public static IReadOnlyList<EvolutionRule> All => Rules;

    /// <summary>Gets the classes as words, separated by commas: <c>wire, source</c>.</summary>
    public string ClassNames => Classes.ToString().ToLowerInvariant();

    private static EvolutionRule Add(string name, BreakClasses classes)
    {
        EvolutionRule rule = new(name, classes);
        Rules.Add(rule);
        return rule;
    }
}

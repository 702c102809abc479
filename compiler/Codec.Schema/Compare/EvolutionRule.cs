namespace Codec.Schema.Compare;

/// <summary>A kind of change. The meaning of its name never changes. docs/evolution.md explains each rule.</summary>
/// <param name="Name">The name, such as <c>FIELD_REMOVED</c>.</param>
/// <param name="Classes">What such a change breaks.</param>
/// <param name="Advice">A sentence that says what to do instead or, for a change that breaks nothing, what it needs; empty if it needs nothing.</param>
public sealed record EvolutionRule(string Name, BreakClasses Classes, string Advice)
{
    private const BreakClasses Wire = BreakClasses.Wire;
    private const BreakClasses Source = BreakClasses.Source;
    private const BreakClasses Json = BreakClasses.Json;

    private static readonly List<EvolutionRule> Rules = [];

    internal static readonly EvolutionRule TypeRemoved = Add("TYPE_REMOVED", Source, "Keep the type.");
    internal static readonly EvolutionRule TypeRenamed = Add("TYPE_RENAMED", Source, "Change the code that uses it.");
    internal static readonly EvolutionRule TypeKindChanged = Add("TYPE_KIND_CHANGED", Wire | Source | Json, "Add another type.");
    internal static readonly EvolutionRule FieldRemoved = Add("FIELD_REMOVED", Wire | Source | Json, "Mark it deprecated, or keep it if it is required.");
    internal static readonly EvolutionRule FieldIdChanged = Add("FIELD_ID_CHANGED", Wire, "Give the fields their old ids.");
    internal static readonly EvolutionRule FieldIdReused = Add("FIELD_ID_REUSED", Wire | Source | Json, "Use the next free id.");
    internal static readonly EvolutionRule FieldInserted = Add("FIELD_INSERTED", Wire, "Add it after the other fields, or with the next free id.");
    internal static readonly EvolutionRule FieldRenamed = Add("FIELD_RENAMED", Source | Json, "Change code and JSON.");
    internal static readonly EvolutionRule FieldTypeChanged = Add("FIELD_TYPE_CHANGED", Wire | Source | Json, "Add another field.");
    internal static readonly EvolutionRule FieldEnumChanged = Add("FIELD_ENUM_CHANGED", Source | Json, "Change code and JSON.");
    internal static readonly EvolutionRule FieldDefaultChanged = Add("FIELD_DEFAULT_CHANGED", Wire | Json, "Keep the default.");
    internal static readonly EvolutionRule FieldOptionalChanged = Add("FIELD_OPTIONAL_CHANGED", Wire | Source | Json, "Add another field.");
    internal static readonly EvolutionRule FieldRequiredAdded = Add("FIELD_REQUIRED_ADDED", Wire | Source | Json, "Validate it in the handler.");
    internal static readonly EvolutionRule FieldRequiredRemoved = Add("FIELD_REQUIRED_REMOVED", Wire | Source | Json, "Keep writing it.");
    internal static readonly EvolutionRule FieldDeprecated = Add("FIELD_DEPRECATED", Source | Json, "Keep it while code uses it.");
    internal static readonly EvolutionRule FieldUndeprecated = Add("FIELD_UNDEPRECATED", Wire, "Add another field.");
    internal static readonly EvolutionRule FieldKeyChanged = Add("FIELD_KEY_CHANGED", Wire | Source, "Add another vector.");
    internal static readonly EvolutionRule FieldNestedChanged = Add("FIELD_NESTED_CHANGED", Wire | Source | Json, "Add another field.");
    internal static readonly EvolutionRule FieldAlignmentChanged = Add("FIELD_ALIGNMENT_CHANGED", Wire, "Add another field.");
    internal static readonly EvolutionRule FieldQuantizationChanged = Add("FIELD_QUANTIZATION_CHANGED", Wire, "Add another field.");
    internal static readonly EvolutionRule FieldHashChanged = Add("FIELD_HASH_CHANGED", Json, "Convert the JSON.");
    internal static readonly EvolutionRule StructChanged = Add("STRUCT_CHANGED", Wire | Source | Json, "Add another struct.");
    internal static readonly EvolutionRule StructAlignmentChanged = Add("STRUCT_ALIGNMENT_CHANGED", Wire, "Add another struct.");
    internal static readonly EvolutionRule EnumValueRemoved = Add("ENUM_VALUE_REMOVED", Wire | Source | Json, "Keep it.");
    internal static readonly EvolutionRule EnumValueChanged = Add("ENUM_VALUE_CHANGED", Wire | Json, "Give the values their old numbers.");
    internal static readonly EvolutionRule EnumValueRenamed = Add("ENUM_VALUE_RENAMED", Source | Json, "Change code and JSON.");
    internal static readonly EvolutionRule EnumTypeChanged = Add("ENUM_TYPE_CHANGED", Wire | Source, "Add another enum.");
    internal static readonly EvolutionRule EnumBitFlagsChanged = Add("ENUM_BIT_FLAGS_CHANGED", Wire | Source | Json, "Add another enum.");
    internal static readonly EvolutionRule UnionMemberRemoved = Add("UNION_MEMBER_REMOVED", Wire | Source | Json, "Keep it.");
    internal static readonly EvolutionRule UnionMemberIdChanged = Add("UNION_MEMBER_ID_CHANGED", Wire, "Add members at the end.");
    internal static readonly EvolutionRule UnionMemberTypeChanged = Add("UNION_MEMBER_TYPE_CHANGED", Wire | Source | Json, "Add another member.");
    internal static readonly EvolutionRule UnionMemberRenamed = Add("UNION_MEMBER_RENAMED", Source | Json, "Change code and JSON.");
    internal static readonly EvolutionRule UnionTypeChanged = Add("UNION_TYPE_CHANGED", Wire | Source, "Add another union.");
    internal static readonly EvolutionRule PacketRemoved = Add("PACKET_REMOVED", Wire | Source, "Keep it, and ignore it in the handler.");
    internal static readonly EvolutionRule PacketIdMoved = Add("PACKET_ID_MOVED", Wire, "Add another packet.");
    internal static readonly EvolutionRule PacketIdReused = Add("PACKET_ID_REUSED", Wire | Source, "Use the next free id.");
    internal static readonly EvolutionRule PacketDirectionNarrowed = Add("PACKET_DIRECTION_NARROWED", Wire | Source, "Reject it in the handler.");
    internal static readonly EvolutionRule PacketLimitLowered = Add("PACKET_LIMIT_LOWERED", Wire, "Keep the limit.");
    internal static readonly EvolutionRule PacketPackedChanged = Add("PACKET_PACKED_CHANGED", Wire, "Add another packet.");
    internal static readonly EvolutionRule PacketShapeChanged = Add("PACKET_SHAPE_CHANGED", Wire, "Add another packet, or release both sides together.");
    internal static readonly EvolutionRule PacketAnswerChanged = Add("PACKET_ANSWER_CHANGED", Wire | Source, "Add another packet.");
    internal static readonly EvolutionRule RootTypeChanged = Add("ROOT_TYPE_CHANGED", Wire | Source | Json, "Add another file.");
    internal static readonly EvolutionRule FileIdentifierChanged = Add("FILE_IDENTIFIER_CHANGED", Wire, "Keep it.");
    internal static readonly EvolutionRule ServiceRemoved = Add("SERVICE_REMOVED", Wire | Source, "Keep it.");
    internal static readonly EvolutionRule ServiceCallRemoved = Add("SERVICE_CALL_REMOVED", Wire | Source, "Keep it.");
    internal static readonly EvolutionRule ServiceCallChanged = Add("SERVICE_CALL_CHANGED", Wire | Source, "Add another method.");
    internal static readonly EvolutionRule CSharpNameChanged = Add("CSHARP_NAME_CHANGED", Source, "Keep the name with csharp_name.");
    internal static readonly EvolutionRule CSharpEqualityRemoved = Add("CSHARP_EQUALITY_REMOVED", Source, "Give the attribute back.");
    internal static readonly EvolutionRule CSharpPrivateAdded = Add("CSHARP_PRIVATE_ADDED", Source, "Omit private.");
    internal static readonly EvolutionRule CppNameChanged = Add("CPP_NAME_CHANGED", Source, "Choose another name or id.");

    internal static readonly EvolutionRule TypeAdded = new("TYPE_ADDED", BreakClasses.None, string.Empty);
    internal static readonly EvolutionRule PacketAdded = new("PACKET_ADDED", BreakClasses.None, string.Empty);
    internal static readonly EvolutionRule FieldAdded = new("FIELD_ADDED", BreakClasses.None, string.Empty);
    internal static readonly EvolutionRule FieldMayExceedLimit = new("FIELD_MAY_EXCEED_LIMIT", BreakClasses.None, "Keep payloads for old peers below that.");
    internal static readonly EvolutionRule EnumValueAdded = new("ENUM_VALUE_ADDED", BreakClasses.None, "Old peers read a number without a name: give their code a default case.");
    internal static readonly EvolutionRule UnionMemberAdded = new("UNION_MEMBER_ADDED", BreakClasses.None, "Old peers read an unknown member: send it only to peers that know it.");
    internal static readonly EvolutionRule PacketLimitRaised = new("PACKET_LIMIT_RAISED", BreakClasses.None, "Update the receivers first.");
    internal static readonly EvolutionRule PacketDirectionWidened = new("PACKET_DIRECTION_WIDENED", BreakClasses.None, "Update the receivers first.");

    /// <summary>Gets all rules of changes that break something, grouped by subject.</summary>
    public static IReadOnlyList<EvolutionRule> All => Rules;

    /// <summary>Gets the classes as words, separated by commas: <c>wire, source</c>.</summary>
    public string ClassNames => Classes.ToString().ToLowerInvariant();

    private static EvolutionRule Add(string name, BreakClasses classes, string advice)
    {
        EvolutionRule rule = new(name, classes, advice);
        Rules.Add(rule);
        return rule;
    }
}

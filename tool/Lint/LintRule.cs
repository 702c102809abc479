namespace Codec.Cli.Lint;

/// <summary>A rule about schemas that compile. The meaning of its name never changes. docs/schema.md explains each rule.</summary>
internal sealed record LintRule(string Name, string Advice)
{
    public static readonly LintRule PacketWithoutLimit = new("PACKET_WITHOUT_LIMIT", "Add packet_max_size.");
    public static readonly LintRule PacketWithoutDirection = new("PACKET_WITHOUT_DIRECTION", "Add packet_direction, which may be \"both\".");
    public static readonly LintRule PacketNeedsWideHeader = new("PACKET_NEEDS_WIDE_HEADER", "Choose a format with size=u32 or id=u32 on both sides, or a lower number.");
    public static readonly LintRule EnumWithoutZero = new("ENUM_WITHOUT_ZERO", "Add a value 0, such as None.");
    public static readonly LintRule EnumTooWide = new("ENUM_TOO_WIDE", "Declare a smaller type before the first release; later, exclude the rule.");
    public static readonly LintRule FlagsWithoutBitFlags = new("FLAGS_WITHOUT_BIT_FLAGS", "Add bit_flags, and write positions (0, 1, 2) instead of numbers.");
    public static readonly LintRule VectorOfBool = new("VECTOR_OF_BOOL", "Use an enum with bit_flags, or [ubyte] with 8 bits in each element.");
    public static readonly LintRule StructPadding = new("STRUCT_PADDING", "Order the fields by alignment, the largest first.");
    public static readonly LintRule VectorWithoutKey = new("VECTOR_WITHOUT_KEY", "Mark the field with (key), and write the vector sorted.");
    public static readonly LintRule KeyWithoutVector = new("KEY_WITHOUT_VECTOR", "Remove the attribute.");
    public static readonly LintRule RequiredDeprecated = new("REQUIRED_DEPRECATED", "Remove deprecated, and keep writing the field.");
    public static readonly LintRule TypeUnused = new("TYPE_UNUSED", "Remove the type, or include it where it is used.");
    public static readonly LintRule IncludeUnused = new("INCLUDE_UNUSED", "Remove the include.");

    public static IReadOnlyList<LintRule> All { get; } =
    [
        PacketWithoutLimit, PacketWithoutDirection, PacketNeedsWideHeader, EnumWithoutZero, EnumTooWide, FlagsWithoutBitFlags, VectorOfBool,
        StructPadding, VectorWithoutKey, KeyWithoutVector, RequiredDeprecated, TypeUnused, IncludeUnused,
    ];
}

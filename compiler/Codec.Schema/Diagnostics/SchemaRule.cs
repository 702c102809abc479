namespace Codec.Schema.Diagnostics;

/// <summary>A kind of diagnostic. The meaning of its id never changes. docs/schema.md explains each rule.</summary>
/// <param name="Id">The id, such as <c>CODEC001</c>.</param>
/// <param name="Title">A short description.</param>
/// <param name="Severity">The severity: error or warning.</param>
public sealed record SchemaRule(string Id, string Title, SchemaSeverity Severity)
{
    private static readonly List<SchemaRule> Rules = [];
    internal static readonly SchemaRule UnexpectedToken = Error("CODEC001", "Unexpected token");
    internal static readonly SchemaRule IllegalCharacter = Error("CODEC002", "Illegal character");
    internal static readonly SchemaRule MalformedLiteral = Error("CODEC003", "Malformed number, string or comment");
    internal static readonly SchemaRule MisplacedDocumentation = Error("CODEC004", "Documentation comment not on its own line");
    internal static readonly SchemaRule EmptyFile = Error("CODEC005", "Nothing declared");
    internal static readonly SchemaRule UnresolvedInclude = Error("CODEC006", "Include not resolved");
    internal static readonly SchemaRule MisplacedInclude = Error("CODEC007", "Include after a declaration");
    internal static readonly SchemaRule NotUtf8 = Error("CODEC008", "Not UTF-8 text");
    internal static readonly SchemaRule DuplicateName = Error("CODEC010", "Name already taken");
    internal static readonly SchemaRule UnknownType = Error("CODEC011", "Unknown type");
    internal static readonly SchemaRule TypeNotAllowed = Error("CODEC012", "Type not allowed here");
    internal static readonly SchemaRule IncompleteType = Error("CODEC013", "Type not complete");
    internal static readonly SchemaRule StructSize = Error("CODEC014", "Struct size not allowed");
    internal static readonly SchemaRule ArrayLength = Error("CODEC015", "Array length not allowed");
    internal static readonly SchemaRule ValueOutOfRange = Error("CODEC020", "Value out of range");
    internal static readonly SchemaRule ValueMismatch = Error("CODEC021", "Value of the wrong type");
    internal static readonly SchemaRule UnknownEnumValue = Error("CODEC022", "Unknown enum value");
    internal static readonly SchemaRule DefaultNotInEnum = Error("CODEC023", "Default not in the enum");
    internal static readonly SchemaRule DuplicateEnumNumber = Error("CODEC024", "Number already taken in the enum");
    internal static readonly SchemaRule FieldIds = Error("CODEC030", "Field ids not consecutive");
    internal static readonly SchemaRule InvalidKey = Error("CODEC031", "Field cannot be a key");
    internal static readonly SchemaRule UnknownAttribute = Error("CODEC032", "Unknown attribute");
    internal static readonly SchemaRule AttributeMisuse = Error("CODEC033", "Attribute not allowed here or like this");
    internal static readonly SchemaRule InvalidAlignment = Error("CODEC034", "Alignment not allowed");
    internal static readonly SchemaRule TooManyFields = Error("CODEC035", "Too many fields");
    internal static readonly SchemaRule FileIdentifier = Error("CODEC036", "File identifier not four bytes");
    internal static readonly SchemaRule DuplicatePacketId = Error("CODEC050", "Packet id already taken");
    internal static readonly SchemaRule PacketIdOutOfRange = Error("CODEC051", "Packet id out of range");
    internal static readonly SchemaRule UnknownPacketAttribute = Error("CODEC052", "Unknown packet attribute");
    internal static readonly SchemaRule PacketAttributeMisuse = Error("CODEC053", "Packet attribute not allowed here or like this");
    internal static readonly SchemaRule TypeNameTaken = Error("CODEC060", "Type name taken in C#");
    internal static readonly SchemaRule MemberNameTaken = Error("CODEC061", "Member name taken in C#");
    internal static readonly SchemaRule NotInCSharp = Error("CODEC062", "Not possible in C#");
    internal static readonly SchemaRule LanguageVersion = Error("CODEC066", "C# language version too old");
    internal static readonly SchemaRule InvalidEmit = Error("CODEC067", "Emit not valid");
    internal static readonly SchemaRule FileNameTaken = Error("CODEC070", "File name taken");
    internal static readonly SchemaRule TypeNameTakenInCpp = Error("CODEC071", "Type name taken in C++");
    internal static readonly SchemaRule NotInCpp = Error("CODEC072", "Not possible in C++");
    internal static readonly SchemaRule SignedBitFlags = Warning("CODEC080", "Bit flags of a signed type");
    internal static readonly SchemaRule RepeatedAttribute = Warning("CODEC081", "Attribute given twice");
    internal static readonly SchemaRule IgnoredAlignment = Warning("CODEC082", "Alignment ignored");
    internal static readonly SchemaRule NameChanged = Warning("CODEC083", "Name changed in C#");
    internal static readonly SchemaRule HashNameTaken = Warning("CODEC084", "Protocol hash name taken");
    internal static readonly SchemaRule LimitTooLow = Warning("CODEC085", "Limit below the smallest payload");
    internal static readonly SchemaRule FileIdentifierNotWritten = Warning("CODEC086", "File identifier not written");

    /// <summary>Gets all rules, ordered by id.</summary>
    public static IReadOnlyList<SchemaRule> All => Rules;

    private static SchemaRule Error(string id, string title) => Add(new SchemaRule(id, title, SchemaSeverity.Error));

    private static SchemaRule Warning(string id, string title) => Add(new SchemaRule(id, title, SchemaSeverity.Warning));

    private static SchemaRule Add(SchemaRule rule)
    {
        Rules.Add(rule);
        return rule;
    }
}

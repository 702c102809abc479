namespace Codec.Schema.Diagnostics;

/// <summary>A kind of diagnostic. The meaning of its id never changes. docs/schema.md explains each rule.</summary>
/// <param name="Id">The id, such as <c>CODEC001</c>.</param>
/// <param name="Title">A short description.</param>
/// <param name="Severity">The severity: error or warning.</param>
public sealed record SchemaRule(string Id, string Title, SchemaSeverity Severity)
{
    /// <summary>A token that the language does not allow at its position.</summary>
    public static readonly SchemaRule UnexpectedToken = Error("CODEC001", "Unexpected token");

    /// <summary>A character that no token starts with.</summary>
    public static readonly SchemaRule IllegalCharacter = Error("CODEC002", "Illegal character");

    /// <summary>A number, string or comment that is incomplete or not valid.</summary>
    public static readonly SchemaRule MalformedLiteral = Error("CODEC003", "Malformed number, string or comment");

    /// <summary>A documentation comment that is not alone on its line.</summary>
    public static readonly SchemaRule MisplacedDocumentation = Error("CODEC004", "Documentation comment not on its own line");

    /// <summary>A file that declares nothing.</summary>
    public static readonly SchemaRule EmptyFile = Error("CODEC005", "Nothing declared");

    /// <summary>An include whose file is not found.</summary>
    public static readonly SchemaRule UnresolvedInclude = Error("CODEC006", "Include not resolved");

    /// <summary>An include, of a schema or of a C++ header, after the first declaration.</summary>
    public static readonly SchemaRule MisplacedInclude = Error("CODEC007", "Include after a declaration");

    /// <summary>A file or a string that is not valid UTF-8.</summary>
    public static readonly SchemaRule NotUtf8 = Error("CODEC008", "Not UTF-8 text");

    /// <summary>Two declarations have the same name.</summary>
    public static readonly SchemaRule DuplicateName = Error("CODEC010", "Name already taken");

    /// <summary>A type that is not declared, or is declared too late.</summary>
    public static readonly SchemaRule UnknownType = Error("CODEC011", "Unknown type");

    /// <summary>A type that the language does not allow at its position.</summary>
    public static readonly SchemaRule TypeNotAllowed = Error("CODEC012", "Type not allowed here");

    /// <summary>A struct that contains a struct that is declared later, or itself.</summary>
    public static readonly SchemaRule IncompleteType = Error("CODEC013", "Type not complete");

    /// <summary>A struct without fields or one that is too large.</summary>
    public static readonly SchemaRule StructSize = Error("CODEC014", "Struct size not allowed");

    /// <summary>The length of a fixed-length array is out of range.</summary>
    public static readonly SchemaRule ArrayLength = Error("CODEC015", "Array length not allowed");

    /// <summary>A number that its type cannot hold.</summary>
    public static readonly SchemaRule ValueOutOfRange = Error("CODEC020", "Value out of range");

    /// <summary>A constant whose type does not match its field or attribute.</summary>
    public static readonly SchemaRule ValueMismatch = Error("CODEC021", "Value of the wrong type");

    /// <summary>A name that is not a value of the enum.</summary>
    public static readonly SchemaRule UnknownEnumValue = Error("CODEC022", "Unknown enum value");

    /// <summary>A default that is not a value of the enum.</summary>
    public static readonly SchemaRule DefaultNotInEnum = Error("CODEC023", "Default not in the enum");

    /// <summary>Two values of an enum have the same number.</summary>
    public static readonly SchemaRule DuplicateEnumNumber = Error("CODEC024", "Number already taken in the enum");

    /// <summary>The ids of a table's fields are not 0, 1, 2 and so on.</summary>
    public static readonly SchemaRule FieldIds = Error("CODEC030", "Field ids not consecutive");

    /// <summary>A field that cannot be a key.</summary>
    public static readonly SchemaRule InvalidKey = Error("CODEC031", "Field cannot be a key");

    /// <summary>An attribute that is neither built in nor declared.</summary>
    public static readonly SchemaRule UnknownAttribute = Error("CODEC032", "Unknown attribute");

    /// <summary>An attribute that does not apply to its declaration, or has an invalid value.</summary>
    public static readonly SchemaRule AttributeMisuse = Error("CODEC033", "Attribute not allowed here or like this");

    /// <summary>An alignment that is not a power of two in the valid range.</summary>
    public static readonly SchemaRule InvalidAlignment = Error("CODEC034", "Alignment not allowed");

    /// <summary>A table with more fields than a vtable can describe.</summary>
    public static readonly SchemaRule TooManyFields = Error("CODEC035", "Too many fields");

    /// <summary>A file identifier that is not four bytes long.</summary>
    public static readonly SchemaRule FileIdentifier = Error("CODEC036", "File identifier not four bytes");

    /// <summary>A packet id that another packet already has.</summary>
    public static readonly SchemaRule DuplicatePacketId = Error("CODEC050", "Packet id already taken");

    /// <summary>A packet id that does not fit the packet's header.</summary>
    public static readonly SchemaRule PacketIdOutOfRange = Error("CODEC051", "Packet id out of range");

    /// <summary>An unknown attribute whose name starts with <c>packet_</c>.</summary>
    public static readonly SchemaRule UnknownPacketAttribute = Error("CODEC052", "Unknown packet attribute");

    /// <summary>A packet attribute without packet_id, on a declaration that is not a packet, or with an invalid value.</summary>
    public static readonly SchemaRule PacketAttributeMisuse = Error("CODEC053", "Packet attribute not allowed here or like this");

    /// <summary>Two C# types with the same name, a type with the name of a namespace or in a namespace of others, or a packet with the name Default; only for C#.</summary>
    public static readonly SchemaRule TypeNameTaken = Error("CODEC060", "Type name taken in C#");

    /// <summary>A value of an enum, a member of a union, or a field with <c>csharp_name</c>, whose C# name is already used; only for C#.</summary>
    public static readonly SchemaRule MemberNameTaken = Error("CODEC061", "Member name taken in C#");

    /// <summary>A feature that generated C# does not support; only for C#.</summary>
    public static readonly SchemaRule NotInCSharp = Error("CODEC062", "Not possible in C#");

    /// <summary>A C# language version that is too old for generated code; reported only by the source generator.</summary>
    public static readonly SchemaRule LanguageVersion = Error("CODEC066", "C# language version too old");

    /// <summary>A value of <c>Emit</c> that is not valid; reported only by the source generator.</summary>
    public static readonly SchemaRule InvalidEmit = Error("CODEC067", "Emit not valid");

    /// <summary>Two schemas whose headers would have the same name; only for C++.</summary>
    public static readonly SchemaRule FileNameTaken = Error("CODEC070", "File name taken");

    /// <summary>A type with the name of a namespace, or in a namespace of a library; only for C++.</summary>
    public static readonly SchemaRule TypeNameTakenInCpp = Error("CODEC071", "Type name taken in C++");

    /// <summary>A feature that generated C++ does not support; only for the messages in C++.</summary>
    public static readonly SchemaRule NotInCpp = Error("CODEC072", "Not possible in C++");

    /// <summary>Bit flags stored as a signed type.</summary>
    public static readonly SchemaRule SignedBitFlags = Warning("CODEC080", "Bit flags of a signed type");

    /// <summary>An attribute appears twice. The first one applies.</summary>
    public static readonly SchemaRule RepeatedAttribute = Warning("CODEC081", "Attribute given twice");

    /// <summary>An alignment without effect.</summary>
    public static readonly SchemaRule IgnoredAlignment = Warning("CODEC082", "Alignment ignored");

    /// <summary>A field whose C# name gets an underscore, because its usual name is already used; only for C#.</summary>
    public static readonly SchemaRule NameChanged = Warning("CODEC083", "Name changed in C#");

    /// <summary>Two schemas whose protocol hashes or C++ lists of packets would have the same name; reported only when code is generated.</summary>
    public static readonly SchemaRule HashNameTaken = Warning("CODEC084", "Protocol hash name taken");

    /// <summary>A <c>packet_max_size</c> that is smaller than every payload that generated code writes.</summary>
    public static readonly SchemaRule LimitTooLow = Warning("CODEC085", "Limit below the smallest payload");

    /// <summary>A file identifier of a table whose C# is generated without it, from another file; only for C#.</summary>
    public static readonly SchemaRule FileIdentifierNotWritten = Warning("CODEC086", "File identifier not written");

    /// <summary>All rules, ordered by id.</summary>
    public static readonly IReadOnlyList<SchemaRule> All =
    [
        UnexpectedToken, IllegalCharacter, MalformedLiteral, MisplacedDocumentation, EmptyFile, UnresolvedInclude, MisplacedInclude, NotUtf8,
        DuplicateName, UnknownType, TypeNotAllowed, IncompleteType, StructSize, ArrayLength,
        ValueOutOfRange, ValueMismatch, UnknownEnumValue, DefaultNotInEnum, DuplicateEnumNumber,
        FieldIds, InvalidKey, UnknownAttribute, AttributeMisuse, InvalidAlignment, TooManyFields, FileIdentifier,
        DuplicatePacketId, PacketIdOutOfRange, UnknownPacketAttribute, PacketAttributeMisuse,
        TypeNameTaken, MemberNameTaken, NotInCSharp, LanguageVersion, InvalidEmit, FileNameTaken, TypeNameTakenInCpp, NotInCpp,
        SignedBitFlags, RepeatedAttribute, IgnoredAlignment, NameChanged, HashNameTaken, LimitTooLow,
        FileIdentifierNotWritten,
    ];

    private static SchemaRule Error(string id, string title) => new(id, title, SchemaSeverity.Error);

    private static SchemaRule Warning(string id, string title) => new(id, title, SchemaSeverity.Warning);
}

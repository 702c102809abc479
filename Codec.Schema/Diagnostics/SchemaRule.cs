using System.Collections.Generic;

namespace Codec.Schema.Diagnostics;

/// <summary>A kind of diagnostic: its id never changes meaning. docs/schema.md explains each.</summary>
/// <param name="Id">Such as <c>CODEC001</c>.</param>
/// <param name="Title">What it is about, in a few words.</param>
/// <param name="Severity">Error or warning.</param>
public sealed record SchemaRule(string Id, string Title, SchemaSeverity Severity)
{
    /// <summary>A token stands where the language has no place for it.</summary>
    public static readonly SchemaRule UnexpectedToken = Error("CODEC001", "Unexpected token");

    /// <summary>A character that no token starts with.</summary>
    public static readonly SchemaRule IllegalCharacter = Error("CODEC002", "Illegal character");

    /// <summary>A number, string or comment that is not well formed.</summary>
    public static readonly SchemaRule MalformedLiteral = Error("CODEC003", "Malformed number, string or comment");

    /// <summary>A documentation comment that shares its line.</summary>
    public static readonly SchemaRule MisplacedDocumentation = Error("CODEC004", "Documentation comment not on its own line");

    /// <summary>A file that declares nothing.</summary>
    public static readonly SchemaRule EmptyFile = Error("CODEC005", "Nothing declared");

    /// <summary>An include that is not found.</summary>
    public static readonly SchemaRule UnresolvedInclude = Error("CODEC006", "Include not resolved");

    /// <summary>An include, of a schema or of a C++ header, after the first declaration.</summary>
    public static readonly SchemaRule MisplacedInclude = Error("CODEC007", "Include after a declaration");

    /// <summary>A file that is not UTF-8 text, or a string that is not.</summary>
    public static readonly SchemaRule NotUtf8 = Error("CODEC008", "Not UTF-8 text");

    /// <summary>Two things have one name.</summary>
    public static readonly SchemaRule DuplicateName = Error("CODEC010", "Name already taken");

    /// <summary>A type that is not declared, or not before its use where that is needed.</summary>
    public static readonly SchemaRule UnknownType = Error("CODEC011", "Unknown type");

    /// <summary>A type that cannot stand where it stands.</summary>
    public static readonly SchemaRule TypeNotAllowed = Error("CODEC012", "Type not allowed here");

    /// <summary>A struct that holds a struct declared later, or itself.</summary>
    public static readonly SchemaRule IncompleteType = Error("CODEC013", "Type not complete");

    /// <summary>A struct without fields or one that is too large.</summary>
    public static readonly SchemaRule StructSize = Error("CODEC014", "Struct size not allowed");

    /// <summary>The length of a fixed-length array.</summary>
    public static readonly SchemaRule ArrayLength = Error("CODEC015", "Array length not allowed");

    /// <summary>A number that its type cannot hold.</summary>
    public static readonly SchemaRule ValueOutOfRange = Error("CODEC020", "Value out of range");

    /// <summary>A constant of another type than its field or attribute.</summary>
    public static readonly SchemaRule ValueMismatch = Error("CODEC021", "Value of the wrong type");

    /// <summary>A name that is not among an enum's values.</summary>
    public static readonly SchemaRule UnknownEnumValue = Error("CODEC022", "Unknown enum value");

    /// <summary>A default that no value of the enum has.</summary>
    public static readonly SchemaRule DefaultNotInEnum = Error("CODEC023", "Default not in the enum");

    /// <summary>Two values of an enum with one number.</summary>
    public static readonly SchemaRule DuplicateEnumNumber = Error("CODEC024", "Number already taken in the enum");

    /// <summary>Ids of a table's fields that are not 0, 1, 2 and so on.</summary>
    public static readonly SchemaRule FieldIds = Error("CODEC030", "Field ids not consecutive");

    /// <summary>A key that cannot be one.</summary>
    public static readonly SchemaRule InvalidKey = Error("CODEC031", "Field cannot be a key");

    /// <summary>An attribute that is neither known nor declared.</summary>
    public static readonly SchemaRule UnknownAttribute = Error("CODEC032", "Unknown attribute");

    /// <summary>An attribute where it has no meaning, or with a value that it cannot have.</summary>
    public static readonly SchemaRule AttributeMisuse = Error("CODEC033", "Attribute not allowed here or like this");

    /// <summary>An alignment that is not a power of two in range.</summary>
    public static readonly SchemaRule InvalidAlignment = Error("CODEC034", "Alignment not allowed");

    /// <summary>A table with more fields than a vtable can describe.</summary>
    public static readonly SchemaRule TooManyFields = Error("CODEC035", "Too many fields");

    /// <summary>A file identifier that is not four bytes long.</summary>
    public static readonly SchemaRule FileIdentifier = Error("CODEC036", "File identifier not four bytes");

    /// <summary>A packet id that another packet has.</summary>
    public static readonly SchemaRule DuplicatePacketId = Error("CODEC050", "Packet id already taken");

    /// <summary>A packet id that does not fit the packet's header.</summary>
    public static readonly SchemaRule PacketIdOutOfRange = Error("CODEC051", "Packet id out of range");

    /// <summary>An attribute whose name starts with <c>packet_</c> and that means nothing.</summary>
    public static readonly SchemaRule UnknownPacketAttribute = Error("CODEC052", "Unknown packet attribute");

    /// <summary>A packet attribute without packet_id, on something that is no packet, or with a value that it cannot have.</summary>
    public static readonly SchemaRule PacketAttributeMisuse = Error("CODEC053", "Packet attribute not allowed here or like this");

    /// <summary>Two C# types of one name, or a type and a namespace; only where C# is written.</summary>
    public static readonly SchemaRule TypeNameTaken = Error("CODEC060", "Type name taken in C#");

    /// <summary>A member of a C# type whose name is taken, and cannot be changed; only where C# is written.</summary>
    public static readonly SchemaRule MemberNameTaken = Error("CODEC061", "Member name taken in C#");

    /// <summary>What generated C# does not do; only where C# is written.</summary>
    public static readonly SchemaRule NotInCSharp = Error("CODEC062", "Not possible in C#");

    /// <summary>A C# language version that does not compile generated code; only from the source generator.</summary>
    public static readonly SchemaRule LanguageVersion = Error("CODEC066", "C# language version too old");

    /// <summary>A list of parts that is not valid, or too short for what uses the file's types; only where C# is written.</summary>
    public static readonly SchemaRule InvalidParts = Error("CODEC067", "Parts not valid");

    /// <summary>Two schemas whose headers would be one file; only where C++ is written.</summary>
    public static readonly SchemaRule HeaderNameTaken = Error("CODEC070", "Header name taken in C++");

    /// <summary>Bit flags stored as a signed type.</summary>
    public static readonly SchemaRule SignedBitFlags = Warning("CODEC080", "Bit flags of a signed type");

    /// <summary>An attribute given twice; the first counts.</summary>
    public static readonly SchemaRule RepeatedAttribute = Warning("CODEC081", "Attribute given twice");

    /// <summary>An alignment that says nothing where it stands.</summary>
    public static readonly SchemaRule IgnoredAlignment = Warning("CODEC082", "Alignment ignored");

    /// <summary>A field whose name in C# is not the usual one, because that is taken; only where C# is written.</summary>
    public static readonly SchemaRule NameChanged = Warning("CODEC083", "Name changed in C#");

    /// <summary>Two schemas whose protocol hashes would have one name; only where code is written.</summary>
    public static readonly SchemaRule HashNameTaken = Warning("CODEC084", "Protocol hash name taken");

    /// <summary>Every rule, by id.</summary>
    public static readonly IReadOnlyList<SchemaRule> All =
    [
        UnexpectedToken, IllegalCharacter, MalformedLiteral, MisplacedDocumentation, EmptyFile, UnresolvedInclude, MisplacedInclude, NotUtf8,
        DuplicateName, UnknownType, TypeNotAllowed, IncompleteType, StructSize, ArrayLength,
        ValueOutOfRange, ValueMismatch, UnknownEnumValue, DefaultNotInEnum, DuplicateEnumNumber,
        FieldIds, InvalidKey, UnknownAttribute, AttributeMisuse, InvalidAlignment, TooManyFields, FileIdentifier,
        DuplicatePacketId, PacketIdOutOfRange, UnknownPacketAttribute, PacketAttributeMisuse,
        TypeNameTaken, MemberNameTaken, NotInCSharp, LanguageVersion, InvalidParts, HeaderNameTaken,
        SignedBitFlags, RepeatedAttribute, IgnoredAlignment, NameChanged, HashNameTaken,
    ];

    private static SchemaRule Error(string id, string title) => new(id, title, SchemaSeverity.Error);

    private static SchemaRule Warning(string id, string title) => new(id, title, SchemaSeverity.Warning);
}

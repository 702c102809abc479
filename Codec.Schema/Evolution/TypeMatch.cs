namespace Codec.Schema.Evolution;

/// <summary>How the types of two versions of a field differ.</summary>
internal enum TypeMatch
{
    /// <summary>They are one type; it may be renamed.</summary>
    Same,

    /// <summary>One is an integer, the other an enum that is stored as it.</summary>
    SameBytes,

    /// <summary>The bytes or their meaning differ.</summary>
    Different,
}

namespace Codec.Schema.Compare;

/// <summary>The difference between the types of two versions of a field.</summary>
internal enum TypeMatch
{
    /// <summary>The types are the same, perhaps renamed.</summary>
    Same,

    /// <summary>One type is an integer, and the other is an enum that is stored as this integer.</summary>
    SameBytes,

    /// <summary>The layout or the meaning differs.</summary>
    Different,
}

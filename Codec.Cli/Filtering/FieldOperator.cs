namespace Codec.Cli.Filtering;

/// <summary>How a field is compared.</summary>
internal enum FieldOperator
{
    /// <summary>The field has a value.</summary>
    Exists,

    /// <summary>It equals the literal.</summary>
    Equal,

    /// <summary>It differs from the literal.</summary>
    NotEqual,

    /// <summary>It is less than the literal.</summary>
    Less,

    /// <summary>It is the literal or less.</summary>
    LessOrEqual,

    /// <summary>It is greater than the literal.</summary>
    Greater,

    /// <summary>It is the literal or greater.</summary>
    GreaterOrEqual,

    /// <summary>Its text has the literal in it.</summary>
    Contains,
}

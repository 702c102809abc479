namespace Codec.Cli.Filtering;

/// <summary>A comparison operator.</summary>
internal enum FieldOperator
{
    /// <summary>The field has a value.</summary>
    Exists,

    /// <summary>The field equals the literal.</summary>
    Equal,

    /// <summary>The field differs from the literal.</summary>
    NotEqual,

    /// <summary>The field is less than the literal.</summary>
    Less,

    /// <summary>The field is less than or equal to the literal.</summary>
    LessOrEqual,

    /// <summary>The field is greater than the literal.</summary>
    Greater,

    /// <summary>The field is greater than or equal to the literal.</summary>
    GreaterOrEqual,

    /// <summary>The text of the field contains the literal.</summary>
    Contains,
}

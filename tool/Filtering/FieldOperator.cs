namespace Codec.Cli.Filtering;

/// <summary>A comparison operator.</summary>
internal enum FieldOperator
{
    /// <summary>The field has a value.</summary>
    Exists,

    Equal,

    NotEqual,

    Less,

    /// <summary>The field is less than or equal to the literal.</summary>
    LessOrEqual,

    Greater,

    /// <summary>The field is greater than or equal to the literal.</summary>
    GreaterOrEqual,

    /// <summary>The text of the field contains the literal.</summary>
    Contains,
}

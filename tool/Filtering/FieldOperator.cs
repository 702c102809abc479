namespace Codec.Cli.Filtering;

/// <summary>A comparison operator.</summary>
internal enum FieldOperator
{
    Exists,

    Equal,

    NotEqual,

    Less,

    LessOrEqual,

    Greater,

    GreaterOrEqual,

    /// <summary>The text of the field contains the literal.</summary>
    Contains,
}

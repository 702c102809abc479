namespace Codec.Cli.Filtering;

/// <summary>A comparison operator. A text <see cref="Contains"/> the literal.</summary>
internal enum FieldOperator
{
    Exists,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Contains,
}

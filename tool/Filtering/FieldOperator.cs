namespace Codec.Cli.Filtering;

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

namespace Codec.Payloads;

/// <summary>The kinds of fields in a <see cref="Generated.PayloadShape"/>.</summary>
internal enum PayloadKind
{
    Scalar,
    Optional,
    Struct,
    String,
    Table,
    Union,
    Scalars,
    Structs,
    Strings,
    Tables,
    Unions,
}

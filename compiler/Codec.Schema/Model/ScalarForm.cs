namespace Codec.Schema.Model;

internal enum ScalarForm
{
    None,
    Boolean,
    Signed,
    Unsigned,
    Real,
}

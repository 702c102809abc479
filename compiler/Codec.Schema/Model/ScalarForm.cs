namespace Codec.Schema.Model;

/// <summary>The kinds of numbers.</summary>
internal enum ScalarForm
{
    /// <summary>Not a scalar.</summary>
    None,

    /// <summary>0 or 1.</summary>
    Boolean,

    /// <summary>A signed integer.</summary>
    Signed,

    /// <summary>An unsigned integer.</summary>
    Unsigned,

    /// <summary>A floating-point number.</summary>
    Real,
}

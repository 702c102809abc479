namespace Codec.Schema.Model;

/// <summary>The meaning of a field that is missing from a table.</summary>
public enum FieldPresence
{
    /// <summary>A scalar has its default. Any other field is null, or has its declared default.</summary>
    Default,

    /// <summary>The field, which is a scalar declared with <c>= null</c>, has no value.</summary>
    Optional,

    /// <summary>The buffer is invalid.</summary>
    Required,
}

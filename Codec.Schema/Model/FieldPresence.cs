namespace Codec.Schema.Model;

/// <summary>What it means that a table lacks a field.</summary>
public enum FieldPresence
{
    /// <summary>A scalar has its default; anything else is null, or its default when one is declared.</summary>
    Default,

    /// <summary>A scalar declared with <c>= null</c>: the field has no value.</summary>
    Optional,

    /// <summary>The buffer is invalid.</summary>
    Required,
}

namespace Codec.Generated;

/// <summary>A generated table or union that compares by value. For generated code.</summary>
/// <typeparam name="T">The type itself.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
public interface IGeneratedEquatable<T>
{
    /// <summary>Compares the fields.</summary>
    /// <param name="other">The other value; not <see langword="null"/>.</param>
    /// <param name="depth">The number of tables that enclose the fields, including this one.</param>
    /// <returns>Whether all fields are equal.</returns>
    bool EqualFields(T other, int depth);

    /// <summary>Adds the fields to a hash code.</summary>
    /// <param name="hash">The hash code.</param>
    void AddFields(ref GeneratedHash hash);
}

namespace Codec.Generated;

/// <summary>A generated table or union that compares by value. For generated code.</summary>
/// <typeparam name="T">The type itself.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
public interface IGeneratedEquatable<T>
{
    /// <summary>Compares the fields.</summary>
    bool EqualFields(T other, int depth);

    /// <summary>Adds the fields to a hash code.</summary>
    void AddFields(ref GeneratedHash hash);
}

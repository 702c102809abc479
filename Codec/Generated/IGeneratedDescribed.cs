namespace Codec.Generated;

/// <summary>A generated type that describes itself for <c>ToString</c>. For generated code.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public interface IGeneratedDescribed
{
    /// <summary>Adds the fields of the value to a description.</summary>
    void Describe(GeneratedDescription text);
}

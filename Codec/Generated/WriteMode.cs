namespace Codec.Generated;

/// <summary>Specifies what a table is in its payload.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public enum WriteMode
{
    /// <summary>The root, which has a fixed position.</summary>
    Root,

    /// <summary>A table at any position.</summary>
    Table,

    /// <summary>An element of a vector, which is likely to have the vtable of the one before it.</summary>
    Element,
}

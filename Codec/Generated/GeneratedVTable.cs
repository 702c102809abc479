using System.ComponentModel;

namespace Codec.Generated;

/// <summary>The vtable that generated code wrote last for a vector's tables; the next table of the same shape shares it.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public struct GeneratedVTable
{
    /// <summary>Where the vtable starts, in bytes; 0 where none was written yet.</summary>
    public int Position { readonly get; set; }

    /// <summary>Which fields are missing, a bit each.</summary>
    public ulong Shape { readonly get; set; }
}

using System;
using System.ComponentModel;

namespace Codec.Generated;

/// <summary>A struct of a schema, whose memory has the layout of the wire except for the byte order of its scalars.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public interface IWireStruct
{
    /// <summary>
    /// Gets the scalars in their order as pairs of bytes: the size of a scalar in bytes, and how many of this size follow each other. Padding
    /// counts as scalars of 1 byte. Used on big-endian hosts only.
    /// </summary>
    ReadOnlySpan<byte> Scalars { get; }
}

using System;
using System.ComponentModel;

namespace Codec.Json;

/// <summary>Reads a payload into a root table. For generated code.</summary>
/// <param name="payload">The payload.</param>
/// <returns>Whether the payload contains such a table and was read.</returns>
[EditorBrowsable(EditorBrowsableState.Never)]
public delegate bool GeneratedJsonRoot(ReadOnlySpan<byte> payload);

using System;
using System.ComponentModel;

namespace Codec.Json;

/// <summary>Reads a payload into its root table. For generated code.</summary>
/// <param name="payload">The payload.</param>
/// <returns>Whether the bytes are that table.</returns>
[EditorBrowsable(EditorBrowsableState.Never)]
public delegate bool GeneratedJsonRoot(ReadOnlySpan<byte> payload);

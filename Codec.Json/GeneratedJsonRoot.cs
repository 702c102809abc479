using System;
using System.ComponentModel;
using Codec.Generated;

namespace Codec.Json;

/// <summary>Reads a payload into a root table. For generated code.</summary>
/// <param name="payload">The payload.</param>
/// <param name="depth">The nesting depth of the root table, from 1.</param>
/// <param name="budget">The remaining work and memory.</param>
/// <returns>Whether the payload is valid, and was read within the budget.</returns>
[EditorBrowsable(EditorBrowsableState.Never)]
public delegate bool GeneratedJsonRoot(ReadOnlySpan<byte> payload, int depth, ref GeneratedBudget budget);

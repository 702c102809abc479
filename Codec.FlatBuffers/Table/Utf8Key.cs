using System;

namespace Google.FlatBuffers;

/// <summary>Returns the string key of a table as the bytes in the buffer: <c>static leaf => leaf.GetNameBytes().GetValueOrDefault()</c>,
/// or with ENABLE_SPAN_T <c>static leaf => leaf.GetNameBytes()</c>.</summary>
/// <typeparam name="T">The type that flatc generated for the table.</typeparam>
/// <param name="table">The table.</param>
/// <returns>The key as UTF-8. It is not copied.</returns>
public delegate ReadOnlySpan<byte> Utf8Key<T>(T table);

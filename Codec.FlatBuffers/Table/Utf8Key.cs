using System;

namespace Google.FlatBuffers;

/// <summary>Gives a table's string key, as the bytes that the buffer holds: <c>static leaf => leaf.GetNameBytes().GetValueOrDefault()</c>,
/// and with ENABLE_SPAN_T <c>static leaf => leaf.GetNameBytes()</c>.</summary>
/// <typeparam name="T">The type that flatc wrote for the table.</typeparam>
/// <param name="table">The table.</param>
/// <returns>The key as UTF-8, not copied.</returns>
public delegate ReadOnlySpan<byte> Utf8Key<T>(T table);

using System;
using System.Diagnostics.CodeAnalysis;
using System.Text.Json;

namespace Codec;

internal static partial class Throw
{
    [DoesNotReturn]
    internal static void InvalidJson(string problem, string path, long? line, long? position, Exception? cause)
    {
        string place = line is null ? string.Empty : Text($" | LineNumber: {line} | BytePositionInLine: {position}");
        throw new JsonException(Text($"{problem} Path: {path}{place}."), path, line, position, cause);
    }
}

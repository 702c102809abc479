using System.IO;
using Codec.Interpreter;

namespace Codec;

internal static partial class Throw
{
    [DoesNotReturn]
    internal static void PayloadInvalid(string type, PayloadProblem problem) =>
        throw new InvalidDataException(Text($"The payload is not a valid {type}, at byte {problem.Offset}: {problem}."));

    [DoesNotReturn]
    internal static void SchemaInvalid(string problem) => throw new FormatException(problem);

    [DoesNotReturn]
    internal static void FileTooLarge(string path, int megabytes) => throw new IOException(Text($"The schema '{path}' has more than {megabytes} MB."));

    [DoesNotReturn]
    internal static void InvalidJson(string problem, string path, (long Line, long Position)? place = null) => throw new JsonException(
        Text($"{problem} Path: {path}{(place is { } at ? Text($" | LineNumber: {at.Line} | BytePositionInLine: {at.Position}") : "")}."), path, place?.Line, place?.Position);

    [DoesNotReturn]
    internal static void NoSuchMessage(object key) =>
        throw new KeyNotFoundException(Text($"The schema has no table, struct or packet '{key}', or more than one; expected a full name or the id of a packet."));
}

using System.Diagnostics.CodeAnalysis;

namespace Codec;

internal static partial class Throw
{
    [DoesNotReturn]
    internal static void BuilderNotFinished(int offset) =>
        throw new InvalidOperationException(Text($"The builder has {offset} bytes, but is not finished. Call Finish before you send it."));

    [DoesNotReturn]
    internal static void NoSuchTable(string parameter, string table) => throw new ArgumentException($"The schema has no table {table}.", parameter);
}

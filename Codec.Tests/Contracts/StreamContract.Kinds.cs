namespace Codec.Tests.Contracts;

internal sealed partial class StreamContract
{
    public static IEnumerable<string> Kinds => ["Memory", "Resizing", "ResizingFrom16", "Chunked", "ChunkedFrom16"];
}

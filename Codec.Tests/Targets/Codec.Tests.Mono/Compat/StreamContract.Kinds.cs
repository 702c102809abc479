namespace Codec.Tests.Contracts;

internal sealed partial class StreamContract
{
    // "Memory" is excluded. The contract is the behavior of .NET's MemoryStream, and Mono's throws other exceptions for some invalid arguments.
    public static IEnumerable<string> Kinds => ["Resizing", "ResizingFrom16", "Chunked", "ChunkedFrom16"];
}

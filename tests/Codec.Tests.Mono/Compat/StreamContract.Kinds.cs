using System.Collections.Generic;

namespace Codec.Tests.Contracts;

internal sealed partial class StreamContract
{
    // Not "Memory": the contract is what .NET's stream does, and Mono's throws other exceptions for some bad arguments.
    public static IEnumerable<string> Kinds => ["Resizing", "ResizingFrom16", "Chunked", "ChunkedFrom16"];
}

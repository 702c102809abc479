#if NETSTANDARD2_0
namespace Codec.Transport;

/// <summary>Does nothing: on netstandard2.0, no stream can end its sending direction and still be read.</summary>
internal static class StreamEnds
{
    internal static Stream Input(Stream stream) => stream;

    internal static bool CanEnd(Stream stream) => false;

    internal static Task EndAsync(Stream stream, Stream input) => Task.CompletedTask;
}
#endif

#if NETSTANDARD2_0
using System.IO;
using System.Threading.Tasks;

namespace Codec.Compat;

/// <summary>Tells a stream's peer that no more bytes come, which none of its streams can do and be read on.</summary>
internal static class StreamEnds
{
    internal static Task EndAsync(Stream stream) => Task.CompletedTask;
}
#endif

using System.Buffers;
using Newtonsoft.Json;

namespace Codec.Bench.Serializers.Json;

/// <summary>Lends the shared pool's arrays to Newtonsoft.Json.</summary>
internal sealed class JsonCharPool : IArrayPool<char>
{
    internal static JsonCharPool Instance { get; } = new();

    /// <inheritdoc/>
    public char[] Rent(int minimumLength) => ArrayPool<char>.Shared.Rent(minimumLength);

    /// <inheritdoc/>
    public void Return(char[]? array)
    {
        if (array is not null)
        {
            ArrayPool<char>.Shared.Return(array);
        }
    }
}

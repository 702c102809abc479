using System.Buffers;
using Newtonsoft.Json;

namespace Codec.Bench.Serializers.Json;

/// <summary>Lets Newtonsoft.Json rent arrays from the shared pool.</summary>
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

namespace Codec.Bench.Serializers;

/// <summary>The size of the serializers' buffers.</summary>
internal static class SerializerBuffer
{
    /// <summary>The size in bytes, sufficient for the largest sample in the most verbose format: the snapshot is 64,000 bytes of JSON.</summary>
    internal const int Size = 256 * 1024;
}

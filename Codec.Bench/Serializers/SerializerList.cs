namespace Codec.Bench.Serializers;

/// <summary>The serializers of the benchmarks, the ranking and the report.</summary>
/// <remarks>
/// Apache.Avro 1.12.2 is left out: it does not work ahead of time (IL2104, IL3053, and a <see cref="System.MissingMethodException"/> when it reads a
/// record). No package has the compiler of ApacheThrift 0.25.0. MQTTnet and Kestrel have no framing for other protocols.
/// </remarks>
internal static class SerializerList
{
    /// <summary>The size of the serializers' buffers, in bytes: the snapshot is 64,000 bytes of JSON.</summary>
    internal const int BufferSize = 256 * 1024;

    internal static IReadOnlyList<IGameSerializer> All { get; } =
    [
        new GeneratedSerializer(), new PackedSerializer(), new StructSerializer(), new MemoryPackSerializer(), new MessagePackSerializer(),
        new ZstdSerializer(), new NerdbankSerializer(), new OrleansSerializer(),
        new ProtobufSerializer(), new ProtobufNetSerializer(), new FlatBuffersSerializer(), new JsonSerializer(),
    ];

    /// <summary>Gets the names of this library's ways, which are the first.</summary>
    internal static string[] Own { get; } = [.. All.Take(3).Select(serializer => serializer.Name)];

    internal static IGameSerializer Find(string name) => All.First(serializer => serializer.GetType().Name == name);

    internal static string Benchmark(string method, IGameSerializer serializer, string message) =>
        $"SerializerBenchmarks.{method}(Serializer={serializer.GetType().Name},Message={message})";
}

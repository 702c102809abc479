using BenchmarkDotNet.Configs;

namespace Codec.Bench.Streams;

/// <summary>The usual table with <see cref="StreamGradeColumn"/>.</summary>
internal sealed class StreamGradeConfig : ManualConfig
{
    public StreamGradeConfig() => AddColumn(new StreamGradeColumn());
}

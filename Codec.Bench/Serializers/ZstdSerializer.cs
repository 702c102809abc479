using ZstdSharp;

namespace Codec.Bench.Serializers;

/// <summary>The code of the schema compiler, compressed with zstd level 1, which knows no schema: the alternative to packing.</summary>
public sealed class ZstdSerializer : IGameSerializer, IDisposable
{
    private readonly GeneratedSerializer _plain = new();
    private readonly byte[] _buffer = new byte[SerializerList.BufferSize];
    private readonly Compressor _compressor = new(level: 1);
    private readonly Decompressor _decompressor = new();

    public string Name => GeneratedSerializer.RowName + ", zstd 1";

    public Func<int> Writer(SampleMessage message)
    {
        Func<int> write = _plain.Writer(message);
        return () => _compressor.Wrap(_plain.Written(write()), _buffer);
    }

    public Func<double> Reader(SampleMessage message)
    {
        byte[] compressed = _buffer.AsSpan(0, Writer(message)()).ToArray();
        byte[] payload = _plain.Payload(message);
        Func<double> read = GeneratedSerializer.Reader(message, payload);
        return () =>
        {
            _decompressor.Unwrap(compressed, payload);
            return read();
        };
    }

    public void Dispose()
    {
        _compressor.Dispose();
        _decompressor.Dispose();
    }
}

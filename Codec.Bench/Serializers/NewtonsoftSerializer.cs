using System;
using System.IO;
using System.Runtime.CompilerServices;
using System.Text;
using Codec.Bench.Serializers.Json;
using Newtonsoft.Json;

namespace Codec.Bench.Serializers;

/// <summary>
/// Newtonsoft.Json according to its performance tips: streams instead of strings, one serializer with cached contracts, and an
/// array pool. The text writer and reader are reused, too. As for the other serializers, code that writes each token is not used.
/// </summary>
public sealed class NewtonsoftSerializer : IGameSerializer, IDisposable
{
    private readonly JsonSerializer _serializer = JsonSerializer.Create();
    private readonly MemoryStream _stream = new(SerializerBuffer.Size);
    private readonly StreamWriter _writer;
    private StreamReader _reader = StreamReader.Null;

    /// <summary>Creates the serializer and its buffer.</summary>
    public NewtonsoftSerializer() => _writer = new StreamWriter(_stream, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false), leaveOpen: true);

    /// <inheritdoc/>
    public string Name => "Newtonsoft.Json";

    /// <inheritdoc/>
    public Func<int> Writer(SampleMessage message) => message switch
    {
        SampleMessage.Seed => Writer(JsonSamples.Seed()),
        SampleMessage.Move => Writer(JsonSamples.Move()),
        SampleMessage.Chat => Writer(JsonSamples.Chat()),
        SampleMessage.Inventory => Writer(JsonSamples.Inventory()),
        _ => Writer(JsonSamples.Snapshot()),
    };

    /// <inheritdoc/>
    public Func<double> Reader(SampleMessage message)
    {
        Writer(message)();
        _reader.Dispose();
        _reader = new StreamReader(new MemoryStream(_stream.ToArray()), Encoding.UTF8, detectEncodingFromByteOrderMarks: false);
        return message switch
        {
            SampleMessage.Seed => [MethodImpl(SerializerCall.NotInTheCaller)] () => JsonSamples.Sum(Read<JsonTestPacket>()),
            SampleMessage.Move => [MethodImpl(SerializerCall.NotInTheCaller)] () => JsonSamples.Sum(Read<JsonMove>()),
            SampleMessage.Chat => [MethodImpl(SerializerCall.NotInTheCaller)] () => JsonSamples.Sum(Read<JsonChat>()),
            SampleMessage.Inventory => [MethodImpl(SerializerCall.NotInTheCaller)] () => JsonSamples.Sum(Read<JsonInventory>()),
            _ => [MethodImpl(SerializerCall.NotInTheCaller)] () => JsonSamples.Sum(Read<JsonSnapshot>()),
        };
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _writer.Dispose();
        _reader.Dispose();
        _stream.Dispose();
    }

    private Func<int> Writer<T>(T value)
        where T : class => () =>
    {
        _stream.SetLength(0);
        using (JsonTextWriter writer = new(_writer) { ArrayPool = JsonCharPool.Instance, CloseOutput = false })
        {
            _serializer.Serialize(writer, value);
        }

        _writer.Flush();
        return (int)_stream.Length;
    };

    private T Read<T>()
        where T : class
    {
        _reader.BaseStream.Position = 0;
        _reader.DiscardBufferedData();
        using JsonTextReader reader = new(_reader) { ArrayPool = JsonCharPool.Instance, CloseInput = false };
        return _serializer.Deserialize<T>(reader)!;
    }
}

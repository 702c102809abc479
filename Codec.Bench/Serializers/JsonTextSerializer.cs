using System;
using System.Buffers;
using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Codec.Bench.Serializers.Json;

namespace Codec.Bench.Serializers;

/// <summary>
/// System.Text.Json with generated code, as UTF-8. It resets and reuses one writer, does not validate the output, and parses from a span.
/// </summary>
public sealed class JsonTextSerializer : IGameSerializer, IDisposable
{
    private readonly ArrayBufferWriter<byte> _buffer = new(SerializerBuffer.Size);
    private readonly Utf8JsonWriter _writer;

    /// <summary>Creates the serializer and its buffer.</summary>
    public JsonTextSerializer() => _writer = new Utf8JsonWriter(_buffer, new JsonWriterOptions { SkipValidation = true });

    /// <inheritdoc/>
    public string Name => "System.Text.Json, generated";

    /// <inheritdoc/>
    public Func<int> Writer(SampleMessage message) => message switch
    {
        SampleMessage.Seed => Writer(JsonSamples.Seed(), JsonMessages.Default.JsonTestPacket),
        SampleMessage.Move => Writer(JsonSamples.Move(), JsonMessages.Default.JsonMove),
        SampleMessage.Chat => Writer(JsonSamples.Chat(), JsonMessages.Default.JsonChat),
        SampleMessage.Inventory => Writer(JsonSamples.Inventory(), JsonMessages.Default.JsonInventory),
        _ => Writer(JsonSamples.Snapshot(), JsonMessages.Default.JsonSnapshot),
    };

    /// <inheritdoc/>
    public Func<double> Reader(SampleMessage message)
    {
        Writer(message)();
        byte[] payload = _buffer.WrittenSpan.ToArray();
        return message switch
        {
            SampleMessage.Seed => [MethodImpl(SerializerCall.NotInTheCaller)] () => JsonSamples.Sum(JsonSerializer.Deserialize(payload, JsonMessages.Default.JsonTestPacket)!),
            SampleMessage.Move => [MethodImpl(SerializerCall.NotInTheCaller)] () => JsonSamples.Sum(JsonSerializer.Deserialize(payload, JsonMessages.Default.JsonMove)!),
            SampleMessage.Chat => [MethodImpl(SerializerCall.NotInTheCaller)] () => JsonSamples.Sum(JsonSerializer.Deserialize(payload, JsonMessages.Default.JsonChat)!),
            SampleMessage.Inventory => [MethodImpl(SerializerCall.NotInTheCaller)] () => JsonSamples.Sum(JsonSerializer.Deserialize(payload, JsonMessages.Default.JsonInventory)!),
            _ => [MethodImpl(SerializerCall.NotInTheCaller)] () => JsonSamples.Sum(JsonSerializer.Deserialize(payload, JsonMessages.Default.JsonSnapshot)!),
        };
    }

    /// <inheritdoc/>
    public void Dispose() => _writer.Dispose();

    private Func<int> Writer<T>(T value, JsonTypeInfo<T> type) => () =>
    {
        _buffer.ResetWrittenCount();
        _writer.Reset();
        JsonSerializer.Serialize(_writer, value, type);
        return _buffer.WrittenCount;
    };
}

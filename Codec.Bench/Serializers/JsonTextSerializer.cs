extern alias packets;

using System;
using System.Buffers;
using System.Linq;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Codec.Bench.GeneratedCode;
using Codec.Bench.Serializers.Json;
using P = packets::Game;

namespace Codec.Bench.Serializers;

/// <summary>System.Text.Json with generated code, as UTF-8: one writer that is reset, no validation of what it is told, parsing from a span.</summary>
public sealed class JsonTextSerializer : IGameSerializer, IDisposable
{
    private readonly ArrayBufferWriter<byte> _buffer = new(SerializerBuffer.Size);
    private readonly Utf8JsonWriter _writer;

    /// <summary>Makes the serializer with a buffer of its own.</summary>
    public JsonTextSerializer() => _writer = new Utf8JsonWriter(_buffer, new JsonWriterOptions { SkipValidation = true });

    /// <inheritdoc/>
    public string Name => "System.Text.Json, generated";

    /// <inheritdoc/>
    public Func<int> Writer(SampleMessage message)
    {
        switch (message)
        {
            case SampleMessage.Seed:
                P.TestPacket seed = PlainMessages.Seed();
                return Writer(new JsonTestPacket { Msg = seed.Msg!, Number = seed.Number }, JsonMessages.Default.JsonTestPacket);
            case SampleMessage.Move:
                P.Move move = PlainMessages.Move();
                return Writer(
                    new JsonMove
                    {
                        Entity = move.Entity,
                        Position = Make(move.Position.GetValueOrDefault()),
                        Rotation = Make(move.Rotation.GetValueOrDefault()),
                        Velocity = Make(move.Velocity.GetValueOrDefault()),
                        Time = move.Time,
                    },
                    JsonMessages.Default.JsonMove);
            case SampleMessage.Chat:
                P.Chat chat = PlainMessages.Chat();
                return Writer(new JsonChat { Channel = (int)chat.Channel, Sender = chat.Sender!, Text = chat.Text! }, JsonMessages.Default.JsonChat);
            case SampleMessage.Inventory:
                P.Inventory inventory = PlainMessages.Inventory();
                return Writer(new JsonInventory { Owner = inventory.Owner, Items = [.. inventory.Items!.Select(Make)] }, JsonMessages.Default.JsonInventory);
            default:
                P.Snapshot snapshot = PlainMessages.Snapshot();
                return Writer(new JsonSnapshot { Tick = snapshot.Tick, Entities = [.. snapshot.Entities!.Select(Make)] }, JsonMessages.Default.JsonSnapshot);
        }
    }

    /// <inheritdoc/>
    public Func<double> Reader(SampleMessage message)
    {
        Writer(message)();
        byte[] payload = _buffer.WrittenSpan.ToArray();
        return message switch
        {
            SampleMessage.Seed => () => Sum(JsonSerializer.Deserialize(payload, JsonMessages.Default.JsonTestPacket)!),
            SampleMessage.Move => () => Sum(JsonSerializer.Deserialize(payload, JsonMessages.Default.JsonMove)!),
            SampleMessage.Chat => () => Sum(JsonSerializer.Deserialize(payload, JsonMessages.Default.JsonChat)!),
            SampleMessage.Inventory => () => Sum(JsonSerializer.Deserialize(payload, JsonMessages.Default.JsonInventory)!),
            _ => () => Sum(JsonSerializer.Deserialize(payload, JsonMessages.Default.JsonSnapshot)!),
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

    private static JsonVec3 Make(P.Vec3 value) => new() { X = value.X, Y = value.Y, Z = value.Z };

    private static JsonQuat Make(P.Quat value) => new() { X = value.X, Y = value.Y, Z = value.Z, W = value.W };

    private static JsonItem Make(P.Item item) =>
        new() { Id = item.Id, Count = item.Count, Name = item.Name!, Modifiers = item.Modifiers!.AsSpan().ToArray() };

    private static JsonEntityState Make(P.EntityState state) => new()
    {
        Entity = state.Entity,
        Position = Make(state.Position),
        Rotation = Make(state.Rotation),
        Health = state.Health,
        Flags = state.Flags,
    };

    private static double Sum(JsonTestPacket packet) => packet.Number + FieldSum.Of(packet.Msg);

    private static double Sum(JsonMove move) => move.Entity + move.Time + Sum(move.Position) + Sum(move.Rotation) + Sum(move.Velocity);

    private static double Sum(JsonChat chat) => chat.Channel + FieldSum.Of(chat.Sender) + FieldSum.Of(chat.Text);

    private static double Sum(JsonInventory inventory)
    {
        double sum = inventory.Owner;
        foreach (JsonItem item in inventory.Items)
        {
            sum += item.Id + item.Count + FieldSum.Of(item.Name);
            foreach (short modifier in item.Modifiers)
            {
                sum += modifier;
            }
        }

        return sum;
    }

    private static double Sum(JsonSnapshot snapshot)
    {
        double sum = snapshot.Tick;
        foreach (JsonEntityState state in snapshot.Entities)
        {
            sum += state.Entity + Sum(state.Position) + Sum(state.Rotation) + state.Health + state.Flags;
        }

        return sum;
    }

    private static float Sum(JsonVec3 value) => value.X + value.Y + value.Z;

    private static float Sum(JsonQuat value) => value.X + value.Y + value.Z + value.W;
}

using Codec.Bench.Serializers.Objects;
using Codec.Bench.Serializers.Protos;
using Google.Protobuf;

namespace Codec.Bench.Serializers;

/// <summary>Google.Protobuf with protoc's code. Messages are written into a span, and parsed from one.</summary>
public sealed class ProtobufSerializer : IGameSerializer
{
    private static readonly JsonSerializerOptions CamelCase = new() { PropertyNamingPolicy = JsonNamingPolicy.CamelCase };

    private readonly byte[] _buffer = new byte[SerializerList.BufferSize];

    public string Name => "Google.Protobuf";

    public Func<int> Writer(SampleMessage message)
    {
        IMessage source = message switch
        {
            SampleMessage.Seed => Make<TestPacket, SeedObject>(TestPacket.Parser, PlainMessages.Seed()),
            SampleMessage.Move => Make<Move, MoveObject>(Move.Parser, PlainMessages.Move()),
            SampleMessage.Chat => Make<Chat, ChatObject>(Chat.Parser, PlainMessages.Chat()),
            SampleMessage.Inventory => Make<Inventory, InventoryObject>(Inventory.Parser, PlainMessages.Inventory()),
            _ => Make<Snapshot, SnapshotObject>(Snapshot.Parser, PlainMessages.Snapshot()),
        };
        return () =>
        {
            int size = source.CalculateSize();
            source.WriteTo(_buffer.AsSpan(0, size));
            return size;
        };
    }

    public Func<double> Reader(SampleMessage message)
    {
        byte[] payload = _buffer[..Writer(message)()];
        return message switch
        {
            SampleMessage.Seed => () => Sum(TestPacket.Parser.ParseFrom(payload.AsSpan())),
            SampleMessage.Move => () => Sum(Move.Parser.ParseFrom(payload.AsSpan())),
            SampleMessage.Chat => () => Sum(Chat.Parser.ParseFrom(payload.AsSpan())),
            SampleMessage.Inventory => () => Sum(Inventory.Parser.ParseFrom(payload.AsSpan())),
            _ => () => Sum(Snapshot.Parser.ParseFrom(payload.AsSpan())),
        };
    }

    // Both have the same names in JSON.
    private static T Make<T, TObject>(MessageParser<T> parser, object message)
        where T : IMessage<T> =>
        parser.ParseJson(System.Text.Json.JsonSerializer.Serialize(BenchmarkObjects.Copy<TObject>(message), CamelCase));

    private static double Sum(TestPacket packet) => packet.Number + IFieldSum.Of(packet.Msg);

    private static double Sum(Move move) => move.Entity + move.Time + Sum(move.Position) + Sum(move.Rotation) + Sum(move.Velocity);

    private static double Sum(Chat chat) => (int)chat.Channel + IFieldSum.Of(chat.Sender) + IFieldSum.Of(chat.Text);

    private static double Sum(Inventory inventory)
    {
        double sum = inventory.Owner;
        long whole = 0;
        foreach (Item item in inventory.Items)
        {
            whole += item.Id + item.Count + IFieldSum.Of(item.Name);
            foreach (int modifier in item.Modifiers)
            {
                whole += modifier;
            }
        }

        return sum + whole;
    }

    private static double Sum(Snapshot snapshot)
    {
        double sum = snapshot.Tick;
        long whole = 0;
        foreach (EntityState state in snapshot.Entities)
        {
            sum += Sum(state.Position) + Sum(state.Rotation);
            whole += state.Entity + state.Health + state.Flags;
        }

        return sum + whole;
    }

    private static float Sum(Vec3 value) => value.X + value.Y + value.Z;

    private static float Sum(Quat value) => value.X + value.Y + value.Z + value.W;
}

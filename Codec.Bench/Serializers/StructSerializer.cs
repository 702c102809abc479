using Codec.Bench.Serializers.Structs;

namespace Codec.Bench.Serializers;

/// <summary>Struct payloads, for the messages that are flat structs: written with one copy, and read in place.</summary>
public sealed class StructSerializer : IGameSerializer
{
    private readonly byte[] _buffer = new byte[SerializerList.BufferSize];
    private readonly StructPayload<MoveStruct> _moves = new();
    private readonly StructPayload<SnapshotStruct> _snapshots = new();
    private MoveStruct _move = BenchmarkObjects.Copy<MoveStruct>(PlainMessages.Move());
    private SnapshotStruct _snapshot = Snapshot();
    private MoveStruct _scratchMove;
    private SnapshotStruct _scratchSnapshot;

    public string Name => "struct payload";

    /// <exception cref="ArgumentOutOfRangeException"><paramref name="message"/> is not a flat struct.</exception>
    public bool Supports(SampleMessage message) => message is SampleMessage.Move or SampleMessage.Snapshot;

    public Func<int> Writer(SampleMessage message) => message switch
    {
        SampleMessage.Move => () => _moves.Write(in _move, _buffer),
        SampleMessage.Snapshot => () => _snapshots.Write(in _snapshot, _buffer),
        _ => throw new ArgumentOutOfRangeException(nameof(message), message, "The message is not a flat struct."),
    };

    /// <exception cref="ArgumentOutOfRangeException"><paramref name="message"/> is not a flat struct.</exception>
    public Func<double> Reader(SampleMessage message)
    {
        byte[] payload = _buffer.AsSpan(0, Writer(message)()).ToArray();
        return message switch
        {
            SampleMessage.Move => () => ReadMove(payload),
            _ => () => ReadSnapshot(payload),
        };
    }

    private double ReadMove(byte[] payload)
    {
        ref readonly MoveStruct move = ref _moves.Read(payload, ref _scratchMove);
        return move.Entity + move.Time + FieldSum.Of(move.Position) + FieldSum.Of(move.Rotation) + FieldSum.Of(move.Velocity);
    }

    private double ReadSnapshot(byte[] payload)
    {
        ref readonly SnapshotStruct snapshot = ref _snapshots.Read(payload, ref _scratchSnapshot);
        return FieldSum.Of(snapshot.Tick, snapshot.Entities);
    }

    private static SnapshotStruct Snapshot()
    {
        P.Snapshot snapshot = PlainMessages.Snapshot();
        SnapshotStruct value = new() { Tick = snapshot.Tick };
        snapshot.Entities!.AsSpan().CopyTo(value.Entities);
        return value;
    }
}

using Nerdbank.Streams;

namespace Codec.Bench.Framing;

/// <summary>
/// <c>Sequence&lt;byte&gt;</c> of Nerdbank.Streams with a <c>SequenceReader</c>. <c>Append</c> links a chunk "without copying" (API reference), as
/// if a socket had filled it in place, so a chunk must not change until its packets are read.
/// </summary>
[SuppressMessage("Design", "CA1001", Justification = "It holds only memory.")]
public class NerdbankPushBenchmarks : PushPeer
{
    private readonly Sequence<byte> _sequence = new(ArrayPool<byte>.Shared);

    protected override void Read(int offset, int count)
    {
        _sequence.Append(Data.AsMemory(offset, count));
        SequenceReader<byte> reader = new(_sequence.AsReadOnlySequence);
        SequencePosition end = reader.Position;
        while (reader.TryReadLittleEndian(out short size) && reader.TryReadLittleEndian(out short id) && reader.Remaining >= (ushort)size)
        {
            reader.TryPeek(out byte first);
            Add((ushort)id, first);
            reader.Advance((ushort)size);
            end = reader.Position;
        }

        _sequence.AdvanceTo(end);
    }
}

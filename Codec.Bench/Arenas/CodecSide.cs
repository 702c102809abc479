using Codec.Generated;

namespace Codec.Bench.Arenas;

/// <summary>Generated code. Its functions have the same names for each root type, but no common interface.</summary>
internal sealed class CodecSide<T> : ArenaSide, ICodecSide
    where T : class, new()
{
    private readonly T _data;
    private readonly T _reused = new();
    private readonly byte[] _buffer;
    private readonly byte[] _packed;
    private readonly PayloadShape? _shape = (PayloadShape?)typeof(T).GetProperty("PacketShape")?.GetValue(null);
    private readonly Writing _write;
    private readonly Reading _verify = typeof(T).GetMethod("Verify")!.CreateDelegate<Reading>();
    private readonly ReadingInto _read = typeof(T).GetMethod("TryRead", [typeof(ReadOnlySpan<byte>)])!.CreateDelegate<ReadingInto>();
    private readonly Summing? _sum;
    private readonly Summing? _verifiedSum;
    private readonly Func<T, byte[], int>? _values;

    internal CodecSide(T data, Summing? sum = null, Summing? verifiedSum = null, Func<T, byte[], int>? values = null)
    {
        (_data, _sum, _verifiedSum, _values) = (data, sum, verifiedSum, values);
        _write = Bind(data);
        _buffer = new byte[(int)typeof(T).GetMethod("GetMaxByteCount")!.Invoke(data, null)!];
        _packed = new byte[PackedPayload.GetMaxPackedSize(_buffer.Length)];
    }

    internal delegate ulong Summing(ReadOnlySpan<byte> payload);

    private delegate bool Writing(Span<byte> destination, out int written);

    private delegate bool Reading(ReadOnlySpan<byte> payload);

    private delegate bool ReadingInto(T target, ReadOnlySpan<byte> payload);

    public object Data => _data;
    internal override string Name => "Codec";

    public byte[] Write(object root) => Bind((T)root)(_buffer, out int written) ? _buffer[..written] : [];

    public byte[]? WriteValues() => _values is null ? null : _buffer[.._values(_data, _buffer)];

    public object Read(byte[] payload)
    {
        T root = new();
        return _verify(payload) && _read(root, payload) ? root : throw new InvalidOperationException($"{typeof(T)} does not read the payload.");
    }

    internal override Func<int>? Writer(ArenaJob job) => job switch
    {
        ArenaJob.Write => () => _write(_buffer, out int written) ? written : 0,
        ArenaJob.Values when _values is not null => () => _values(_data, _buffer),
        ArenaJob.Packed when _shape is not null => WritePacked,
        _ => null,
    };

    internal override Func<ulong>? Reader(ArenaJob job)
    {
        byte[] payload = Write(_data);
        return job switch
        {
            ArenaJob.Verify => () => _verify(payload) ? 1UL : 0,
            ArenaJob.Sum when _sum is not null => () => _sum(payload),
            ArenaJob.Read when _verifiedSum is not null => () => _verifiedSum(payload),
            ArenaJob.Reuse => () => _verify(payload) && _read(_reused, payload) ? 1UL : 0,
            ArenaJob.Into => () => _read(_reused, payload) ? 1UL : 0,
            ArenaJob.New => () => _read(new T(), payload) ? 1UL : 0,
            _ => null,
        };
    }

    internal override IEnumerable<object> ReadBack()
    {
        Reader(ArenaJob.Reuse)!();
        return [Read(Write(_data)), _reused];
    }

    private int WritePacked()
    {
        _write(_buffer, out int written);
        PackedPayload.Pack(_shape!, _buffer.AsSpan(0, written), _packed, out int size);
        return size;
    }

    private static Writing Bind(T root) =>
        typeof(T).GetMethod("TryWrite", [typeof(Span<byte>), typeof(int).MakeByRefType()])!.CreateDelegate<Writing>(root);
}

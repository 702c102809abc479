using Pack = MemoryPack.MemoryPackSerializer;

namespace Codec.Bench.Arenas;

/// <summary>MemoryPack with its source generator. Its classes have the fields of the packets, with arrays.</summary>
internal sealed class MemoryPackSide<T>(object data) : ArenaSide
    where T : class, IMemoryPackFormatterRegister
{
    private readonly T _data = BenchmarkObjects.Copy<T>(data);
    private readonly ArrayBufferWriter<byte> _buffer = new();
    private T? _reused;

    internal override string Name => "MemoryPack";

    internal override Func<int>? Writer(ArenaJob job) => job != ArenaJob.Write ? null : () =>
    {
        _buffer.ResetWrittenCount();
        Pack.Serialize(_buffer, _data);
        return _buffer.WrittenCount;
    };

    internal override Func<ulong>? Reader(ArenaJob job)
    {
        byte[] payload = Pack.Serialize(_data);
        return job switch
        {
            ArenaJob.Reuse or ArenaJob.Into => Reuse,
            ArenaJob.New => () => Pack.Deserialize<T>(payload) is null ? 0UL : 1,
            _ => null,
        };

        ulong Reuse()
        {
            Pack.Deserialize(payload, ref _reused);
            return 1;
        }
    }

    internal override IEnumerable<object> ReadBack()
    {
        Reader(ArenaJob.Reuse)!();
        return [Pack.Deserialize<T>(Pack.Serialize(_data))!, _reused!];
    }
}

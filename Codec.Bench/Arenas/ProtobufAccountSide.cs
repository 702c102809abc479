using Codec.Bench.Arenas.Protos;
using Google.Protobuf;

namespace Codec.Bench.Arenas;

/// <summary>Google.Protobuf with the account of <c>account.fbs</c>. It writes into a span, and parses from one.</summary>
internal sealed class ProtobufAccountSide(Trading.Account source) : ArenaSide
{
    private static readonly JsonSerializerOptions CamelCase = new() { PropertyNamingPolicy = JsonNamingPolicy.CamelCase, IncludeFields = true };

    // Both have the same names in JSON.
    private readonly Account _account = Account.Parser.ParseJson(
        JsonSerializer.Serialize(BenchmarkObjects.Copy<AccountObjects.Account>(source), CamelCase));

    private readonly byte[] _buffer = new byte[1024];

    internal byte[] Payload => _account.ToByteArray();
    internal override string Name => "Protobuf";

    internal override Func<int>? Writer(ArenaJob job) => job != ArenaJob.Write ? null : () =>
    {
        int size = _account.CalculateSize();
        _account.WriteTo(_buffer.AsSpan(0, size));
        return size;
    };

    internal override Func<ulong>? Reader(ArenaJob job)
    {
        byte[] payload = Payload;
        return job != ArenaJob.New ? null : () => Account.Parser.ParseFrom(payload.AsSpan()) is null ? 0UL : 1;
    }

    internal override IEnumerable<object> ReadBack() =>
    [
        JsonSerializer.Deserialize<AccountObjects.Account>(JsonFormatter.Default.Format(Account.Parser.ParseFrom(Payload)), CamelCase)!,
    ];
}

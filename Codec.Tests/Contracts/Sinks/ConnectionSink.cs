namespace Codec.Tests.Contracts.Sinks;

/// <summary>A <see cref="PacketConnection"/> over a pair of pipes.</summary>
public class ConnectionSink : PacketSink
{
    private readonly Pipe _input = new();
    private readonly Pipe _output = new();
    private readonly MemoryStream _sent = new();
    private PacketConnection? _connection;
    private Task? _copying;

    private protected PacketConnection Connection => _connection!;

    public override void Open(PacketFormat format)
    {
        _connection = new PacketConnection(new TestDuplexPipe(_input.Reader, _output.Writer), format);
        _copying = _output.Reader.CopyToAsync(_sent);
    }

    public override void Send<TPacket>(in TPacket packet) => Wait(_connection!.SendAsync(packet));

    public override void Send(uint id, byte[] payload) => Wait(_connection!.SendAsync(id, payload));

    private protected static void Wait(ValueTask sending) => sending.AsTask().WaitAsync(Limit).GetAwaiter().GetResult();

    public override byte[] Close()
    {
        _connection!.CompleteAsync().AsTask().WaitAsync(Limit).GetAwaiter().GetResult();
        _copying!.WaitAsync(Limit).GetAwaiter().GetResult();
        return _sent.ToArray();
    }

    public override void Dispose()
    {
        _input.Writer.Complete();
        _connection?.DisposeAsync().AsTask().WaitAsync(Limit).GetAwaiter().GetResult();
        base.Dispose();
        GC.SuppressFinalize(this);
    }
}

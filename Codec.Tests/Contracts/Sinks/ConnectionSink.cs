namespace Codec.Tests.Contracts.Sinks;

/// <summary>A <see cref="PacketConnection"/> over a pair of pipes.</summary>
public class ConnectionSink : PacketSink
{
    private readonly Pipe _input = new();
    private readonly Pipe _output = new();
    private PacketConnection? _connection;
    private Task? _copying;

    private protected PacketConnection Connection => _connection!;

    private protected MemoryStream Sent { get; } = new();

    public override void Open(PacketFormat format) =>
        Open(new PacketConnection(new TestDuplexPipe(_input.Reader, _output.Writer), format), _output.Reader.CopyToAsync(Sent));

    /// <summary>Sets the connection, and the task that copies what it sends.</summary>
    private protected void Open(PacketConnection connection, Task copying) => (_connection, _copying) = (connection, copying);

    public override void Send<TPacket>(in TPacket packet) => Wait(_connection!.SendAsync(packet));

    public override void Send(uint id, byte[] payload) => Wait(_connection!.SendAsync(id, payload));

    private protected static void Wait(ValueTask sending) => sending.AsTask().WaitAsync(Limit).GetAwaiter().GetResult();

    public override byte[] Close()
    {
        Wait(_connection!.CompleteAsync());
        _copying!.WaitAsync(Limit).GetAwaiter().GetResult();
        return Sent.ToArray();
    }

    public override void Dispose()
    {
        _input.Writer.Complete();
        _connection?.DisposeAsync().AsTask().WaitAsync(Limit).GetAwaiter().GetResult();
        base.Dispose();
        GC.SuppressFinalize(this);
    }
}

namespace Codec.Transport;

internal sealed class PipeTransport : PacketTransport
{
    private readonly PipeReader _input;
    private readonly PipeWriter _output;
    private readonly Stream _inputStream;

    internal PipeTransport(IDuplexPipe pipe)
    {
        Throw.IfNull(pipe, nameof(pipe));

        _input = pipe.Input;
        _output = pipe.Output;
        _inputStream = _input.AsStream();
    }

    internal override Stream Input => _inputStream;
    internal override bool IsPipe => true;

    internal override ValueTask WriteAsync(ReadOnlyMemory<byte> bytes) => PipeWrites.WriteAsync(_output, bytes);

    internal override Task EndOutputAsync()
    {
        _output.Complete();
        return Task.CompletedTask;
    }

    public override void Dispose() => IgnoreErrors(() => _output.Complete());

    /// <remarks>Completing the pipe would not end a pending read, and would free the memory from which a running read copies.</remarks>
    internal override void CancelRead(TimeProvider time, TimeSpan closeTimeout) => IgnoreErrors(_input.CancelPendingRead);

    internal override void CompleteInput() => IgnoreErrors(() => _input.Complete());
}

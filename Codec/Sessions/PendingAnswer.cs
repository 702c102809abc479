using Codec.Framing;
using Codec.Generated;
using Codec.Packets;

namespace Codec.Sessions;

/// <summary>A request with one answer.</summary>
internal sealed class PendingAnswer<TAnswer>(GeneratedAnswer<TAnswer> answer) : PendingRequest(isStream: false)
{
    private readonly TaskCompletionSource<TAnswer> _source = new();

    internal Task<TAnswer> Task => _source.Task;

    internal override PacketError Receive(in Packet packet, bool isLast, DispatchScratch scratch)
    {
        PacketError error = answer.TryRead(packet, scratch, out TAnswer message);
        if (error == PacketError.None)
        {
            Cancellation.Dispose();
            _source.TrySetResult(message);
        }

        return error;
    }

    internal override void Fail(Exception? exception) => System.Threading.Tasks.Task.Run(() =>
    {
        Cancellation.Dispose();
        return exception is OperationCanceledException canceled
            ? _source.TrySetCanceled(canceled.CancellationToken)
            : _source.TrySetException(exception ?? new PacketRequestException("The peer ended the answers, and sent none."));
    });
}

using System.Threading;
using System.Threading.Tasks;

namespace Codec.Tests.Doubles;

/// <summary>Takes every write at once, and never has anything to read.</summary>
public sealed class SinkStream : TestStream
{
    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) => Task.CompletedTask;

    public override Task FlushAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}

using System;
using System.Threading;
using System.Threading.Tasks;
using Codec.Tests.Framing.Drivers;

namespace Codec.Tests.Transport;

/// <summary>Takes every write at once, and never has anything to read.</summary>
public sealed class SinkStream : TestStream
{
    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) => Task.CompletedTask;

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) => default;

    public override Task FlushAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}

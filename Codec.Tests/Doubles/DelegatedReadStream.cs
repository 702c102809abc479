namespace Codec.Tests.Doubles;

/// <summary>A stream each of whose reads calls a delegate of the test.</summary>
/// <param name="read">Gets the number of bytes that may be read, and returns the task of the read.</param>
internal sealed class DelegatedReadStream(Func<int, Task<int>> read) : TestStream
{
    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) => read(count);
}

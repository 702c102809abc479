#pragma warning disable CA1835, CA2012, CA2022 // Each overload is asked, and what it returns is the question.
using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using NUnit.Framework;

namespace Codec.Tests.Contracts;

/// <content>Bad arguments, cancellation and use after dispose.</content>
internal sealed partial class StreamContract
{
    [Test]
    public void Bad_arguments_throw_and_name_the_argument()
    {
        byte[] four = new byte[4];
        Refuses<ArgumentNullException>(() => _stream.Read(null!, 0, 1), "buffer");
        Refuses<ArgumentNullException>(() => _stream.Write(null!, 0, 1), "buffer");
        Refuses<ArgumentOutOfRangeException>(() => _stream.Read(four, -1, 1), "offset");
        Refuses<ArgumentOutOfRangeException>(() => _stream.Write(four, -1, 1), "offset");
        Refuses<ArgumentOutOfRangeException>(() => _stream.Read(four, 0, -1), "count");
        Refuses<ArgumentOutOfRangeException>(() => _stream.Write(four, 2, 3), "count");
        Refuses<ArgumentOutOfRangeException>(() => _stream.Write(four, 5, 0), "count");
        Refuses<ArgumentOutOfRangeException>(() => _stream.Position = -1, "value");
        Refuses<ArgumentOutOfRangeException>(() => _stream.SetLength(-1), "value");
        Refuses<ArgumentNullException>(() => _stream.CopyTo(null!), "destination");
        Refuses<ArgumentNullException>(() => _stream.CopyToAsync(null!), "destination");
        Refuses<ArgumentOutOfRangeException>(() => _stream.CopyTo(Stream.Null, 0), "bufferSize");
        Refuses<ArgumentOutOfRangeException>(() => _stream.ReadAsync(four, 3, 2), "count");
        Refuses<ArgumentOutOfRangeException>(() => _stream.WriteAsync(four, 3, 2), "count");
        Assert.That(() => _stream.Seek(0, (SeekOrigin)3), Throws.ArgumentException);
        Assert.That(() => _stream.Seek(-1, SeekOrigin.Begin), Throws.InstanceOf<IOException>());
        Assert.That(() => _stream.CopyTo(new MemoryStream([], writable: false)), Throws.InstanceOf<NotSupportedException>());
        MemoryStream closed = new();
        closed.Dispose();
        Assert.That(() => _stream.CopyTo(closed), Throws.InstanceOf<ObjectDisposedException>());
        Assert.That((_stream.Length, _stream.Position), Is.EqualTo((0L, 0L)));
    }

    [Test]
    public void A_seek_that_overflows_is_refused() =>
        Assert.That(() => { _stream.Position = 1; _stream.Seek(long.MaxValue, SeekOrigin.Current); }, Throws.InstanceOf<ArgumentOutOfRangeException>());

    [Test]
    public void Cancelled_calls_do_nothing()
    {
        CancellationToken cancelled = new(canceled: true);
        _stream.Write(Bytes(10));
        _stream.Position = 0;
        Assert.That(_stream.ReadAsync(new byte[4], 0, 4, cancelled).IsCanceled, Is.True);
        Assert.That(_stream.ReadAsync(new byte[4].AsMemory(), cancelled).IsCanceled, Is.True);
        Assert.That(_stream.WriteAsync(new byte[4], 0, 4, cancelled).IsCanceled, Is.True);
        Assert.That(_stream.WriteAsync(new byte[4].AsMemory(), cancelled).IsCanceled, Is.True);
        Assert.That(_stream.FlushAsync(cancelled).IsCanceled, Is.True);
        Assert.That(_stream.CopyToAsync(new MemoryStream(), 16, cancelled).IsCanceled, Is.True);
        Assert.That((_stream.Length, _stream.Position), Is.EqualTo((10L, 0L)));
    }

    [Test]
    public async Task After_dispose_everything_throws_but_dispose_and_flush([Values(0, 10, 100_000)] int length)
    {
        _stream.Write(Bytes(length));
        _stream.Position = 0;
        _stream.Dispose();
        _stream.Dispose();
        _stream.Flush();
        Assert.That(_stream.CanRead || _stream.CanWrite || _stream.CanSeek, Is.False);
        byte[] four = new byte[4];
        Action[] calls =
        [
            () => _ = _stream.Length,
            () => _ = _stream.Position,
            () => _stream.Position = 0,
            () => _stream.Seek(0, SeekOrigin.Begin),
            () => _stream.ReadByte(),
            () => _stream.WriteByte(1),
            () => _stream.Write(four, 0, 4),
            () => _stream.Write(four.AsSpan()),
            () => _stream.Write(four, 0, 0),
            () => _ = _stream.Read(four, 0, 4),
            () => _ = _stream.Read(four.AsSpan()),
            () => _ = _stream.Read(four, 0, 0),
            () => _stream.CopyTo(new MemoryStream()),
            () => _stream.CopyToAsync(new MemoryStream()),
        ];
        // MemoryStream says that it cannot be written to, rather than that it is closed.
        Type setLength = kind == "Memory" ? typeof(NotSupportedException) : typeof(ObjectDisposedException);
        foreach (Action call in calls)
        {
            Assert.That(() => call(), Throws.InstanceOf<ObjectDisposedException>());
        }

        Assert.That(() => _stream.SetLength(0), Throws.InstanceOf(setLength));
        await Assert.ThrowsAsync<ObjectDisposedException>(async () => await _stream.ReadAsync(four, 0, 4));
        await Assert.ThrowsAsync<ObjectDisposedException>(async () => await _stream.ReadAsync(four.AsMemory()));
        await Assert.ThrowsAsync<ObjectDisposedException>(async () => await _stream.WriteAsync(four, 0, 4));
        await Assert.ThrowsAsync<ObjectDisposedException>(async () => await _stream.WriteAsync(four.AsMemory()));
    }

    private static void Refuses<TException>(Action call, string parameter)
        where TException : ArgumentException =>
        Assert.That(() => call(), Throws.InstanceOf<TException>().With.Property(nameof(ArgumentException.ParamName)).EqualTo(parameter));
}

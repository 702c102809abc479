#pragma warning disable CA2022 // How much a read gives is no question here.
using System;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using Codec.Buffers;
using Codec.Tests.Doubles;
using NUnit.Framework;

namespace Codec.Tests.Contracts;

/// <content>CopyTo and CopyToAsync: onto the stream itself, to destinations that fail, and to destinations that take their time.</content>
internal sealed partial class StreamContract
{
    /// <summary>What a caller may do to a stream while a copy of it waits.</summary>
    public static IEnumerable<TestCaseData> UsesDuringCopy =>
    [
        new TestCaseData(static (Stream stream) => stream.Dispose()).SetArgDisplayNames("dispose"),
        new TestCaseData(static (Stream stream) => stream.Write(Bytes(1_000_000))).SetArgDisplayNames("grow by writing"),
        new TestCaseData(static (Stream stream) => stream.SetLength(1_000_000)).SetArgDisplayNames("grow by length"),
        new TestCaseData(static (Stream stream) => stream.SetLength(0)).SetArgDisplayNames("shrink"),
        new TestCaseData(static (Stream stream) =>
        {
            stream.Position = 0;
            Assert.That(stream.Read(new byte[200_000], 0, 200_000), Is.EqualTo(100_000));
        }).SetArgDisplayNames("read"),
    ];

    [Test]
    public async Task Copying_onto_itself_appends_what_follows_the_position([Values(10, 10_000, 100_000)] int length, [Values] bool async)
    {
        _stream.Write(Bytes(length));
        _stream.Position = 7;
        if (async)
        {
            await _stream.CopyToAsync(_stream);
        }
        else
        {
            CopyTo(_stream, _stream);
        }

        Assert.That(_stream.Position, Is.EqualTo((2 * length) - 7));
        Assert.That(Content(), Is.EqualTo((byte[])[.. Bytes(length), .. Bytes(length)[7..]]));
    }

    [Test]
    public async Task A_destination_that_throws_midway_leaves_the_position_at_the_end([Values] bool async)
    {
        _stream.Write(Bytes(100_000));
        _stream.Position = 7;
        using LimitedStream destination = new(room: 20_000);
        await Assert.ThatAsync(
            async () =>
            {
                if (async)
                {
                    await _stream.CopyToAsync(destination);
                }
                else
                {
                    CopyTo(_stream, destination);
                }
            },
            Throws.InstanceOf<IOException>());
        Assert.That(_stream.Position, Is.EqualTo(100_000));
        using MemoryStream rest = new();
        await _stream.CopyToAsync(rest);
        Assert.That(rest.Length, Is.Zero);
        _stream.Position = 0;
        await _stream.CopyToAsync(rest);
        Assert.That(rest.ToArray(), Is.EqualTo(Bytes(100_000)));
    }

    [TestCaseSource(nameof(UsesDuringCopy))]
    public async Task A_copy_that_waits_sends_what_the_stream_held(Action<Stream> use)
    {
        _stream.Write(Bytes(100_000));
        _stream.Position = 7;
        using GatedStream destination = new();
        Task copy = _stream.CopyToAsync(destination);
        Assert.That((copy.IsCompleted, _stream.Position), Is.EqualTo((false, 100_000L)));
        use(_stream);
        destination.Open();
        await copy;
        Assert.That(destination.Written.AsSpan().SequenceEqual(Bytes(100_000).AsSpan(7)), Is.True);
    }

    [Test]
    public async Task Two_copies_can_wait_at_once()
    {
        _stream.Write(Bytes(100_000));
        using GatedStream first = new();
        using GatedStream second = new();
        _stream.Position = 0;
        Task firstCopy = _stream.CopyToAsync(first);
        _stream.Position = 50_000;
        Task secondCopy = _stream.CopyToAsync(second);
        first.Open();
        await firstCopy;
        _stream.Dispose();
        second.Open();
        await secondCopy;
        Assert.That(first.Written.AsSpan().SequenceEqual(Bytes(100_000)), Is.True);
        Assert.That(second.Written.AsSpan().SequenceEqual(Bytes(100_000).AsSpan(50_000)), Is.True);
    }

    [Test]
    public async Task A_copy_that_waits_is_cancelled_and_leaves_the_position_at_the_end()
    {
        _stream.Write(Bytes(100_000));
        _stream.Position = 0;
        using GatedStream destination = new() { IsCancelable = true };
        using CancellationTokenSource cancellation = new();
        Task copy = _stream.CopyToAsync(destination, 1, cancellation.Token);
        await cancellation.CancelAsync();
        Assert.That(async () => await copy, Throws.InstanceOf<OperationCanceledException>());
        Assert.That((_stream.Position, destination.Written), Is.EqualTo((100_000L, Array.Empty<byte>())));
        Assert.That(Content(), Is.EqualTo(Bytes(100_000)));
    }

    /// <remarks>.NET Framework's own method cannot be overridden; the pooled streams have theirs beside it.</remarks>
    private static void CopyTo(Stream source, Stream destination)
    {
        if (source is PooledByteStream pooled)
        {
            pooled.CopyTo(destination);
        }
        else
        {
            source.CopyTo(destination);
        }
    }
}

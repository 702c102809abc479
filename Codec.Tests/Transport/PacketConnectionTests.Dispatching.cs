namespace Codec.Tests.Transport;

/// <content>Dispatched packets: rejected ones, handlers that throw, and bytes of other protocols in the default format.</content>
public sealed partial class PacketConnectionTests
{
    // In the default format, the first four bytes are the header of a packet with 17,735 bytes of payload and an unknown id.
    private static readonly byte[] WholeHttp = [.. Garbage, .. Enumerable.Repeat((byte)' ', 4 + 0x4547 - 18)];
    private static readonly byte[] Empty = [0, 0, 1, 0];
    private static readonly byte[] Unknown = [0, 2, 99, 0, .. new byte[512]];

    [Test]
    public async Task Unknown_first_packet_closes_the_connection_and_the_exception_contains_a_hint()
    {
        InvalidPacketException exception = await Refused(WholeHttp);
        Assert.That((exception.Error, exception.Position, exception.Hint), Is.EqualTo((PacketError.UnknownId, 0L, PacketHint.Http)));
        Assert.That(exception.Message, Does.Contain("HTTP"));
    }

    [Test]
    public async Task Unknown_packet_after_a_valid_one_is_rejected_without_a_hint()
    {
        // If the byte order is swapped, the packet has a valid size.
        Assert.That((await Refused(Unknown)).Hint, Is.EqualTo(PacketHint.OtherByteOrder));
        InvalidPacketException exception = await Refused([.. Empty, .. Unknown]);
        Assert.That((exception.Error, exception.Position, exception.Hint), Is.EqualTo((PacketError.UnknownId, 4L, PacketHint.None)));
    }

    [TestCase("", "GET / HTTP/1.1\r\n\r\n", PacketError.PayloadTruncated, PacketHint.Http)]
    [TestCase("", "\u0016\u0003\u0001", PacketError.HeaderTruncated, PacketHint.Tls)]
    [TestCase("\0\0\u0001\0", "GET / HTTP/1.1\r\n\r\n", PacketError.PayloadTruncated, PacketHint.None)]
    [TestCase("\0\0\u0001\0", "\u0003\0\u0001\0", PacketError.PayloadTruncated, PacketHint.None)]
    public async Task Half_packet_timeout_reports_the_offset_of_the_packet_and_a_hint(string good, string half, PacketError error, PacketHint hint)
    {
        // The first piece is too short for a hint. All bytes are read before the call returns.
        FakeTimeProvider clock = new();
        byte[] bytes = [.. (good + half).Select(static character => (byte)character)];
        await using PacketConnection connection = new(
            new EndingStream(bytes, firstRead: 2),
            options: new PacketConnectionOptions { HalfPacketTimeout = TimeSpan.FromMilliseconds(200), TimeProvider = clock });
        Task reading = ReadAll(connection);
        await clock.UntilAsync(reading);
        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => reading);
        Assert.That(exception!.Reason, Is.EqualTo(PacketCloseReason.HalfPacketTimeout));
        Assert.That(exception.InnerException, Is.TypeOf<InvalidPacketException>());
        InvalidPacketException cause = (InvalidPacketException)exception.InnerException!;
        Assert.That((cause.Error, cause.Position, cause.Hint), Is.EqualTo((error, (long)good.Length, hint)));
    }

    /// <summary>
    /// Dispatches bytes in the default format, with a handler for id 1 and one for id 2, which is never allowed. Returns the exception.
    /// </summary>
    private static async Task<InvalidPacketException> Refused(byte[] bytes)
    {
        (PacketConnection connection, Socket peer) = await Connect();
        PacketRoutes<object?> routes = new PacketRoutes<object?>()
            .AddRaw(1, static (object? _, in Packet _) => { })
            .AddRaw(2, static (object? _, in Packet _) => { }, new PacketRules { Directions = PacketDirections.ToClient });
        using PacketDispatcher<object?> dispatcher = new(routes, null, PacketDirections.ToServer);
        peer.Send(bytes);
        InvalidPacketException? exception = await Assert.ThrowsAsync<InvalidPacketException>(() => connection.RunAsync(dispatcher).WaitAsync(Limit));
        Assert.That(connection.CloseReason, Is.EqualTo(PacketCloseReason.InvalidPacket));
        PacketConnectionException? closed = await Assert.ThrowsAsync<PacketConnectionException>(async () => await connection.SendAsync(1, []));
        Assert.That((closed!.Reason, closed.InnerException), Is.EqualTo((PacketCloseReason.InvalidPacket, (Exception?)exception)));
        await connection.DisposeAsync();
        peer.Dispose();
        return exception!;
    }
}

using System;
using System.Buffers.Binary;
using System.Threading.Tasks;
using Codec.Transport;
using NUnit.Framework;

namespace Codec.Tests.Transport;

/// <content>
/// What the peer has of the accepted packets: always the first ones, whole and in order, which the C++ side checks. Packets that were handed over
/// can be lost with the peer's process; where it lives, it has them all.
/// </content>
public sealed partial class LiveServerTests
{
    // The larger ones go out one in a write. Of the others, a write has as many as its block of 64 KB takes.
    [TestCase(60_000, 0)]
    [TestCase(1000, (64 * 1024 / 1004) + 1)]
    public async Task Killed_server_has_taken_nothing_that_is_reported_unsent(int size, int ofOneWrite)
    {
        using TakingServer server = new();
        await using PacketConnection connection = await PacketConnection.ConnectAsync(server.EndPoint);
        Task killing = Task.Run(async () =>
        {
            await server.WaitForAsync(500);
            await server.KillAsync();
        });

        (int accepted, PacketConnectionException failure) = await SendUntilFailure(connection, size).WaitAsync(Limit);

        await killing.WaitAsync(Limit);
        long handedOver = accepted - failure.UnsentPackets;
        await TestContext.Out.WriteLineAsync($"{accepted} accepted, {failure.UnsentPackets} unsent, {server.Taken} taken");
        Assert.That(failure.Reason, Is.EqualTo(PacketCloseReason.Remote));
        Assert.That(failure.UnsentPackets, Is.InRange(1, accepted));
        Assert.That(server.Taken, Is.InRange(500, handedOver + ofOneWrite));
    }

    [TestCase(60_000, 0)]
    [TestCase(1000, (64 * 1024 / 1004) + 1)]
    public async Task Living_server_takes_all_that_is_not_reported_unsent(int size, int ofOneWrite)
    {
        using TakingServer server = new(pauseAfter: 20);
        PacketConnectionOptions options = new() { IdleTimeout = TimeSpan.FromSeconds(1) };
        await using PacketConnection connection = await PacketConnection.ConnectAsync(server.EndPoint, options: options);

        (int accepted, PacketConnectionException failure) = await SendUntilFailure(connection, size).WaitAsync(Limit);

        server.GoOn();
        await server.WaitForEndAsync().WaitAsync(Limit);
        long handedOver = accepted - failure.UnsentPackets;
        await TestContext.Out.WriteLineAsync($"{accepted} accepted, {failure.UnsentPackets} unsent, {server.Taken} taken");
        Assert.That(failure.Reason, Is.EqualTo(PacketCloseReason.IdleTimeout));
        Assert.That(failure.UnsentPackets, Is.InRange(1, accepted));
        Assert.That(server.Taken, Is.InRange(handedOver, handedOver + ofOneWrite));
    }

    /// <summary>Sends numbered packets until the connection fails.</summary>
    /// <returns>How many it accepted, and what it then said.</returns>
    private static async Task<(int Accepted, PacketConnectionException Failure)> SendUntilFailure(PacketConnection connection, int size)
    {
        byte[] payload = new byte[size];
        int accepted = 0;
        try
        {
            while (true)
            {
                Array.Fill(payload, (byte)accepted);
                BinaryPrimitives.WriteInt32LittleEndian(payload, accepted);
                ValueTask sending = connection.SendAsync(7000, payload);

                // What is not accepted throws before this.
                accepted++;
                await sending;
            }
        }
        catch (PacketConnectionException exception)
        {
            return (accepted, exception);
        }
    }
}

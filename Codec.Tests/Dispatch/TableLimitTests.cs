using System;
using System.Linq;
using Codec.Dispatch;
using Codec.Framing;
using Codec.Packets;
using Codec.Payloads;
using Game;
using Google.FlatBuffers;
using NUnit.Framework;

namespace Codec.Tests.Dispatch;

/// <summary>Tests that the tables of a payload of flatc's types have the documented limit, which is that of generated messages and of C++.</summary>
[TestFixture]
[WrongInPackage("its verifier throws where no file identifier is asked for.")]
public sealed class TableLimitTests
{
    private static readonly VerifyTableAction VerifyLeaf = static (verifier, table) => verifier.VerifyTableStart(table) && verifier.VerifyTableEnd(table);

    private static readonly VerifyTableAction VerifyBranch = static (verifier, table) =>
        verifier.VerifyTableStart(table) && verifier.VerifyVectorOfTables(table, 4, VerifyLeaf, true) && verifier.VerifyTableEnd(table);

    private static readonly VerifyTableAction VerifyRoot = static (verifier, table) =>
        verifier.VerifyTableStart(table) && verifier.VerifyVectorOfTables(table, 4, VerifyBranch, true) && verifier.VerifyTableEnd(table);

    [Test]
    public void Without_options_a_payload_may_visit_a_table_for_each_4_bytes_and_at_least_16384([Values] bool copiesToObjects, [Values] bool isAsync)
    {
        PacketError[] errors = Dispatch(
            null, copiesToObjects, isAsync, Shared(40_000, 16_384), Shared(40_000, 20_000), Shared(80_000, 20_000), Shared(100_000, 25_001),
            Shared(100_000, 25_000), Shared(80_000, 20_001), Shared(40_000, 16_385));
        Assert.That(errors.Select(static error => error == PacketError.None), Is.EqualTo((bool[])[true, false, true, false, true, false, false]));
    }

    [Test]
    public void Options_replace_the_limit([Values] bool copiesToObjects, [Values] bool isAsync) =>
        Assert.That(
            Dispatch(new Options { maxTables = 30_000 }, copiesToObjects, isAsync, Shared(40_000, 30_000), Shared(200_000, 30_001)),
            Is.EqualTo((PacketError[])[PacketError.None, PacketError.PayloadInvalid]));

    [TestCase(16_384, ExpectedResult = true)]
    [TestCase(16_385, ExpectedResult = false)]
    public bool A_packet_that_is_read_without_a_dispatcher_has_the_same_limit(int tables) => FlatBufferPacket.TryReadRoot(
        new ArraySegment<byte>([64, 156, 1, 0, .. Shared(40_000, tables)]), 1, VerifyRoot, out TestPacket _, out _);

    private static PacketError[] Dispatch(Options? options, bool copiesToObjects, bool isAsync, params byte[][] payloads)
    {
        PacketRoutes<int> routes = new();
        if (isAsync)
        {
            routes.AddFlatBufferAsync<TestPacket, int>(1, VerifyRoot, static _ => 1, static (_, _, _) => default, options: options);
        }
        else
        {
            routes.AddFlatBuffer(1, VerifyRoot, static (int _, in TestPacket _) => { }, options: options, copiesToObjects: copiesToObjects);
        }

        using PacketDispatcher<int> dispatcher = new(routes, 0, PacketDirections.ToServer);
        return [.. payloads.Select(payload => dispatcher.DispatchAsync(new Packet(payload, 0, payload.Length, 1, 0)).AsTask().GetAwaiter().GetResult())];
    }

    /// <summary>Returns a payload of a root table, of references to one table that refers to one leaf 100 times, and to one that has the rest.</summary>
    private static byte[] Shared(int size, int tables)
    {
        FlatBufferBuilder builder = new(size);
        builder.StartTable(0);
        int leaf = builder.EndTable();
        int full = Table(builder, [.. Enumerable.Repeat(leaf, 100)]);
        int rest = Table(builder, [.. Enumerable.Repeat(leaf, (tables - 2) % 101)]);
        int vector = Vector(builder, [.. Enumerable.Repeat(full, (tables - 2) / 101), rest]);

        // The root, its vtable, the offset to it, and the length of the vector take 28 bytes.
        int padding = builder.CreateString(new string(' ', size - builder.Offset - 29)).Value;
        builder.StartTable(2);
        builder.AddOffset(0, vector, 0);
        builder.AddOffset(1, padding, 0);
        builder.Finish(builder.EndTable());
        byte[] payload = builder.SizedByteArray();
        Assert.That(payload, Has.Length.EqualTo(size));
        return payload;
    }

    private static int Table(FlatBufferBuilder builder, int[] tables)
    {
        int vector = Vector(builder, tables);
        builder.StartTable(1);
        builder.AddOffset(0, vector, 0);
        return builder.EndTable();
    }

    private static int Vector(FlatBufferBuilder builder, int[] tables)
    {
        builder.StartVector(sizeof(int), tables.Length, sizeof(int));
        foreach (int table in tables)
        {
            builder.AddOffset(table);
        }

        return builder.EndVector().Value;
    }
}

using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Codec.Dispatch;
using Codec.Packets;
using Codec.Payloads;
using Game;
using Google.FlatBuffers;
using NUnit.Framework;

namespace Codec.Tests.Dispatch;

/// <content>Requirements of a FlatBuffers route that flatc's verifier does not check.</content>
public sealed partial class PacketDispatcherTests
{
    [Test]
    public void Each_type_of_packet_has_its_own_limits([Values] bool isAsync)
    {
        PacketRoutes<List<string>> routes = new();
        Add(1, null);
        Add(2, new Options(maxDepth: 64, maxTables: 3, stringEndCheck: true, alignmentCheck: true));
        Add(3, new Options(maxDepth: 1, maxTables: 100, stringEndCheck: true, alignmentCheck: true));
        Add(4, new Options(maxDepth: 64, maxTables: 100, stringEndCheck: true, alignmentCheck: true));
        using PacketDispatcher<List<string>> dispatcher = new(routes, _log, PacketDirections.ToServer);
        byte[] large = Inventory(items: 5, "MINE");
        byte[] small = Inventory(items: 0, "MINE");

        // The order alternates, because the routes share the dispatcher's verifier.
        foreach (uint id in (uint[])[1, 2, 4, 3, 1, 3, 2, 2, 4])
        {
            bool isLimited = id is 2 or 3;
            Assert.That(Dispatch(dispatcher, id, large), Is.EqualTo(isLimited ? PacketError.PayloadInvalid : PacketError.None), $"{id}");
            Assert.That(Dispatch(dispatcher, id, small), Is.EqualTo(PacketError.None), $"{id}");
            Assert.That(_log, Is.EqualTo(isLimited ? (string[])["0 items"] : ["5 items", "0 items"]));
            _log.Clear();
        }

        void Add(uint id, Options? options)
        {
            if (isAsync)
            {
                routes.AddFlatBufferAsync<Inventory, int>(
                    id, InventoryVerify.Verify, static inventory => inventory.ItemsLength, Take, fileIdentifier: "MINE", options: options);
            }
            else
            {
                routes.AddFlatBuffer(
                    id, InventoryVerify.Verify, static (List<string> log, in Inventory inventory) => log.Add($"{inventory.ItemsLength} items"), fileIdentifier: "MINE", options: options);
            }
        }

        static ValueTask Take(List<string> log, int items, CancellationToken cancellationToken)
        {
            log.Add($"{items} items");
            return default;
        }
    }

    [Test]
    public void A_payload_without_the_file_identifier_of_its_route_is_rejected()
    {
        PacketRoutes<List<string>> routes = new PacketRoutes<List<string>>()
            .AddFlatBuffer(1, InventoryVerify.Verify, static (List<string> log, in Inventory _) => log.Add("mine"), fileIdentifier: "MINE")
            .AddFlatBuffer(2, InventoryVerify.Verify, static (List<string> log, in Inventory _) => log.Add("your"), fileIdentifier: "YOUR");
        using PacketDispatcher<List<string>> dispatcher = new(routes, _log, PacketDirections.ToServer);
        Assert.That(Dispatch(dispatcher, 1, Inventory(1, "MINE")), Is.EqualTo(PacketError.None));
        Assert.That(Dispatch(dispatcher, 2, Inventory(1, "MINE")), Is.EqualTo(PacketError.PayloadInvalid));
        Assert.That(Dispatch(dispatcher, 1, Inventory(1, "YOUR")), Is.EqualTo(PacketError.PayloadInvalid));
        Assert.That(Dispatch(dispatcher, 1, Inventory(1, null)), Is.EqualTo(PacketError.PayloadInvalid));
        Assert.That(Dispatch(dispatcher, 2, Inventory(1, "YOUR")), Is.EqualTo(PacketError.None));
        Assert.That(_log, Is.EqualTo((string[])["mine", "your"]));
    }

    [TestCase("MIN")]
    [TestCase("MINES")]
    [TestCase("MIN\u0100")]
    public void A_file_identifier_that_is_not_four_bytes_long_is_rejected_at_registration(string fileIdentifier)
    {
        PacketRoutes<List<string>> routes = new();
        Action[] calls =
        [
            () => routes.AddFlatBuffer(1, InventoryVerify.Verify, static (List<string> _, in Inventory _) => { }, fileIdentifier: fileIdentifier),
            () => routes.AddFlatBufferAsync<Inventory, int>(
                1, InventoryVerify.Verify, static inventory => inventory.ItemsLength, static (_, _, _) => default, fileIdentifier: fileIdentifier),
            () => FlatBufferPacket.TryReadRoot(new ArraySegment<byte>([0]), 1, InventoryVerify.Verify, out Inventory _, out _, fileIdentifier),
        ];
        foreach (Action call in calls)
        {
            ArgumentException exception = Assert.Throws<ArgumentException>(() => call())!;
            Assert.That(exception.ParamName, Is.EqualTo("fileIdentifier"));
            Assert.That(exception.Message, Does.Contain(fileIdentifier));
        }
    }

    [Test]
    public void A_verifier_that_flatc_wrote_for_another_table_is_rejected_at_registration()
    {
        PacketRoutes<int> routes = new();
        Action[] calls =
        [
            () => routes.AddFlatBuffer(1, MoveVerify.Verify, static (int _, in Inventory _) => { }),
            () => routes.AddFlatBufferAsync<Inventory, int>(1, MoveVerify.Verify, static _ => 1, static (_, _, _) => default),
        ];
        foreach (Action call in calls)
        {
            ArgumentException exception = Assert.Throws<ArgumentException>(() => call())!;
            Assert.That(exception.ParamName, Is.EqualTo("verify"));
            Assert.That(exception.Message, Does.StartWith("Game.MoveVerify ").And.Contain("Game.Inventory"));
        }
    }

    [Test]
    public void A_programs_own_verifiers_and_roots_are_accepted()
    {
        PacketRoutes<int> routes = new();
        Assert.That(
            () => routes
                .AddFlatBuffer(1, static (verifier, table) => MoveVerify.Verify(verifier, table), static (int _, in Inventory _) => { })
                .AddFlatBuffer(2, OwnVerify.Verify, static (int _, in Inventory _) => { })
                .AddFlatBuffer(3, MoveVerify.Verify, static (int _, in OwnRoot _) => { })
                .AddFlatBuffer(4, OwnRoot.Verify, static (int _, in Inventory _) => { }),
            Throws.Nothing);
    }

    private static PacketError Dispatch(PacketDispatcher<List<string>> dispatcher, uint id, byte[] payload) =>
        dispatcher.DispatchAsync(Make(id, payload)).AsTask().GetAwaiter().GetResult();

    private static byte[] Inventory(int items, string? fileIdentifier)
    {
        FlatBufferBuilder builder = new(64);
        Offset<Item>[] tables = new Offset<Item>[items];
        for (int i = 0; i < items; i++)
        {
            tables[i] = Item.CreateItem(builder, (uint)i, 1);
        }

        int root = Game.Inventory.CreateInventory(builder, 7, Game.Inventory.CreateItemsVector(builder, tables)).Value;
        if (fileIdentifier is null)
        {
            builder.Finish(root);
        }
        else
        {
            builder.Finish(root, fileIdentifier);
        }

        return builder.SizedByteArray();
    }

    // Not a table.
    private static class Own;

    private static class OwnVerify
    {
        internal static bool Verify(Verifier verifier, uint table) => InventoryVerify.Verify(verifier, table);
    }

    private struct OwnRoot : IFlatbufferObject
    {
        public readonly ByteBuffer ByteBuffer => null!;

        public readonly void __init(int _i, ByteBuffer _bb)
        {
        }

        internal static bool Verify(Verifier verifier, uint table) => InventoryVerify.Verify(verifier, table);
    }
}

namespace Codec.Tests.Payloads;

/// <summary>Unpacks bytes that no packer wrote, and packs payloads that no writer wrote.</summary>
internal sealed class HostilePackingTests
{
    private static readonly string[] Names = ["Game.Snapshot", "Game.Inventory", "Codec.Tests.Every.Root", "Coverage.Everything", "Coverage.UnionVector", "Codec.Tests.Limits.Chain"];

    private static CompiledRoots Compiled => CompiledRoots.Instance;

    [TestCaseSource(nameof(Names))]
    public void Truncated_bytes_are_an_error(string root)
    {
        Random random = new(RandomCases.Seed(7));
        PayloadShape shape = PackedShapes.Of(root);
        byte[] packed = PackedShapes.Pack(shape, Compiled.Payload(root, random, isForeign: false));
        byte[] payload = new byte[PackedPayload.DefaultMaxSize];
        Assert.That(PackedPayload.Unpack(shape, packed, payload, out _), Is.EqualTo(PacketError.None));
        for (int size = 0; size < packed.Length; size++)
        {
            PacketError error = PackedPayload.Unpack(shape, packed.AsSpan(0, size), payload, out int written);
            Assert.That((error != PacketError.None || (packed[0] & 1) != 0, size > 0 || error == PacketError.PackedTruncated), Is.EqualTo((true, true)));
            Assert.That(error == PacketError.None || written == 0, Is.True);
        }
    }

    [TestCase("", PacketError.PackedTruncated)]
    [TestCase("00", PacketError.None)]
    [TestCase("10", PacketError.PackedInvalid)]
    [TestCase("0000", PacketError.PackedInvalid)]
    public void All_bits_are_used(string packed, PacketError error) =>
        Assert.That(PackedPayload.Unpack(PackedShapes.Of("Codec.Tests.Limits.Chain"), Convert.FromHexString(packed), new byte[100], out _), Is.EqualTo(error));

    [Test]
    public void A_few_bytes_do_not_become_a_large_payload()
    {
        // A snapshot whose entities are all 0: flags, a length, and the flags of each leaf.
        ColumnWriter writer = new();
        writer.Begin(100);
        writer.Bits(0b100, 3);
        writer.Number(100_000_000);
        writer.Bits(0, 20);
        byte[] packed = new byte[100];
        packed = packed[..writer.Finish(packed)];
        CountingPool pool = new();
        PayloadBytes unpacked = new(pool);
        PacketError error = PayloadWalk.OfThread.Unpack(PackedShapes.Of("Game.Snapshot"), packed, null, PackedPayload.DefaultMaxSize, unpacked);
        Assert.That((error, unpacked.Bytes.Length <= 4096), Is.EqualTo((PacketError.PayloadTooLarge, true)));
        unpacked.Release();
    }

    [Test]
    public void Tables_nest_at_most_as_deep_as_the_schema_says()
    {
        const string Root = "Codec.Tests.Limits.Chain";
        PayloadShape shape = PackedShapes.Of(Root);
        byte[] packed = new byte[10_000];
        foreach (int depth in (int[])[1, shape.MaxDepth, shape.MaxDepth + 1, 200])
        {
            // Each table has only the field that is a table.
            int field = Enumerable.Range(0, shape.Words[shape.Root]).Single(index => shape.Words[shape.Root + 2 + (PayloadShape.FieldSize * index)] == (int)PayloadKind.Table);
            ColumnWriter writer = new();
            writer.Begin(10_000);
            writer.Bits(0, 1);
            for (int i = 1; i <= depth; i++)
            {
                writer.Bits(i == depth ? 0 : 1UL << field, shape.Words[shape.Root]);
            }

            PacketError error = PackedPayload.Unpack(shape, packed.AsSpan(0, writer.Finish(packed)), new byte[60_000], out _);
            Assert.That(error, Is.EqualTo(depth <= shape.MaxDepth ? PacketError.None : PacketError.PackedInvalid), $"{depth}");
        }
    }

    [TestCase(0, 1024)]
    [TestCase(1000, 2274)]
    [TestCase(int.MaxValue, 2_147_483_591)]
    public void The_memory_for_a_payload_of_any_limit_fits_an_array(int limit, int expected) =>
        Assert.That(PackedPayload.GetMaxUnpackedSize(limit), Is.EqualTo(expected));

    [Test]
    public void The_destination_limits_the_payload_and_the_packed_payload()
    {
        PayloadShape shape = PackedShapes.Of("Game.Inventory");
        byte[] payload = Golden.GoldenFiles.ReadBytes("generated/inventory.bin")[PacketHeader.ByteCount..];
        byte[] packed = PackedShapes.Pack(shape, payload);
        Assert.Multiple(() =>
        {
            Assert.That(PackedPayload.Pack(shape, payload, new byte[packed.Length - 1], out int size), Is.EqualTo(OperationStatus.DestinationTooSmall));
            Assert.That(size, Is.Zero);
            Assert.That(PackedPayload.Unpack(shape, packed, new byte[payload.Length - 1], out size), Is.EqualTo(PacketError.PayloadTooLarge));
            Assert.That(PackedPayload.Unpack(shape, packed, new byte[payload.Length], out size), Is.EqualTo(PacketError.None));
            Assert.That(size, Is.EqualTo(payload.Length));
        });
    }

    [Test]
    public void A_payload_that_does_not_become_shorter_is_stored()
    {
        PayloadShape shape = PackedShapes.Of("Game.Login");
        byte[] payload = new byte[9];
        new Random(1).NextBytes(payload);
        byte[] packed = [1, .. payload];
        byte[] unpacked = new byte[payload.Length];
        Assert.That(PackedPayload.Unpack(shape, packed, unpacked, out int size), Is.EqualTo(PacketError.None));
        Assert.That(unpacked[..size], Is.EqualTo(payload));
        Assert.That(PackedPayload.Unpack(shape, packed, new byte[8], out _), Is.EqualTo(PacketError.PayloadTooLarge));
        packed[0] = 3;
        Assert.That(PackedPayload.Unpack(shape, packed, unpacked, out _), Is.EqualTo(PacketError.PackedInvalid));
    }
}

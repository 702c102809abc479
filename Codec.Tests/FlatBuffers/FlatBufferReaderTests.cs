using Game;
using Google.FlatBuffers;

namespace Codec.Tests.FlatBuffers;

/// <summary>Tests that flatc's tables are read only if the schema allows the payload, and that what is read never throws.</summary>
public sealed class FlatBufferReaderTests
{
    private const int Mutants = 2000;

    private static readonly uint[] Edges = [0, 1, 3, 4, 0x7FFF, 0x7FFF_FFFC, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFC, 0xFFFF_FFFF];

    private static readonly PayloadSchema Schema = PayloadSchema.Load(Repository.PathOf("schemas", "game.fbs"));

    private static readonly FlatBufferReader<TestPacket> Seeds = new(PayloadSchema.Load(Repository.PathOf("schemas", "test_packet.fbs")));

    private static readonly FlatBufferReader<Inventory> Inventories = new(Schema);

    [Test]
    public void The_root_is_read_at_any_offset_of_an_array([Values(0, 1, 3, 8)] int offset)
    {
        byte[] payload = Built(GameMessages.BuildTestPacket);
        byte[] array = new byte[offset + payload.Length + 5];
        array.AsSpan().Fill(0xFF);
        payload.CopyTo(array, offset);
        Assert.That(Seeds.TryRead(new ArraySegment<byte>(array, offset, payload.Length), out TestPacket root), Is.True);
        Assert.That((root.Msg, root.Number), Is.EqualTo((GameMessages.TestText, GameMessages.TestNumber)));
    }

    [Test]
    public void Every_sample_message_is_read()
    {
        Assert.That(new FlatBufferReader<Login>(Schema).TryRead(new(Built(GameMessages.BuildLogin)), out Login login) ? login.User : "", Is.EqualTo(GameMessages.LoginUser));
        Assert.That(new FlatBufferReader<Move>(Schema).TryRead(new(Built(GameMessages.BuildMove)), out Move move) ? move.Time : 0, Is.EqualTo(GameMessages.MoveTime));
        Assert.That(new FlatBufferReader<Spawn>(Schema).TryRead(new(Built(GameMessages.BuildSpawn)), out Spawn spawn) ? spawn.Name : "", Is.EqualTo(GameMessages.SpawnName));
        Assert.That(new FlatBufferReader<Chat>(Schema).TryRead(new(Built(GameMessages.BuildChat)), out Chat chat) ? chat.Text : "", Is.EqualTo(GameMessages.ChatText));
        Assert.That(Inventories.TryRead(new(Built(GameMessages.BuildInventory)), out Inventory inventory) ? inventory.ItemsLength : 0, Is.EqualTo(GameMessages.InventoryItems));
        Assert.That(
            new FlatBufferReader<Snapshot>(Schema).TryRead(new(Built(static builder => GameMessages.BuildSnapshot(builder, 1700))), out Snapshot snapshot) ? snapshot.EntitiesLength : 0,
            Is.EqualTo(1700));
    }

    [Test]
    public void A_truncated_payload_is_rejected()
    {
        byte[] payload = Built(GameMessages.BuildTestPacket);

        // The last byte is padding.
        for (int length = 0; length < payload.Length - 1; length++)
        {
            Assert.That(Seeds.TryRead(new ArraySegment<byte>(payload, 0, length), out _), Is.False, $"{length} bytes");
        }

        Assert.That(Seeds.TryRead(default, out _), Is.False);
    }

    [Test]
    public void A_mutant_of_nested_tables_is_rejected_or_read_without_an_exception()
    {
        int seed = Environment.TickCount;
        TestContext.Out.WriteLine($"seed {seed}");
        Random random = new(seed);
        byte[] payload = Built(GameMessages.BuildInventory);
        int accepted = 0;
        for (int i = 0; i < Mutants; i++)
        {
            byte[] mutant = (byte[])payload.Clone();
            int change = random.Next(mutant.Length / 4) * 4;
            BitConverter.GetBytes(random.Next(2) == 0 ? Edges[random.Next(Edges.Length)] : (uint)random.Next(mutant.Length)).CopyTo(mutant, change);
            if (Inventories.TryRead(new ArraySegment<byte>(mutant), out Inventory inventory))
            {
                accepted++;
                Assert.That(() => Read(inventory), Throws.Nothing, $"mutant {i}, byte {change}");
            }
        }

        Assert.That(accepted, Is.InRange(1, Mutants - 1));
    }

    [Test]
    public void The_schema_must_have_the_table()
    {
        Assert.That(() => new FlatBufferReader<TestPacket>(null!), Throws.ArgumentNullException.With.Property("ParamName").EqualTo("schema"));
        Assert.That(() => new FlatBufferReader<TestPacket>(Schema), Throws.ArgumentException.With.Message.Contains("Game.TestPacket"));
        Assert.That(() => new FlatBufferReader<Vec3>(Schema), Throws.ArgumentException.With.Message.Contains("Game.Vec3"), "a struct");
        Assert.That(() => new FlatBufferReader<Move>(Schema, "Move"), Throws.ArgumentException, "not the full name");
        Assert.That(() => new FlatBufferReader<Move>(Schema, "Game.Move"), Throws.Nothing);
    }

    [Test]
    public void A_payload_without_the_file_identifier_of_its_schema_is_rejected()
    {
        FlatBufferReader<TestPacket> reader = new(PayloadSchema.Parse("namespace Game; table TestPacket { msg:string; number:int; } root_type TestPacket; file_identifier \"TEST\";"));
        Assert.That(reader.TryRead(new(Built(builder => builder.Finish(TestPacket.CreateTestPacket(builder).Value, "TEST"))), out _), Is.True);
        Assert.That(reader.TryRead(new(Built(builder => builder.Finish(TestPacket.CreateTestPacket(builder).Value, "OTHR"))), out _), Is.False);
        Assert.That(reader.TryRead(new(Built(GameMessages.BuildTestPacket)), out _), Is.False);
    }

    [TestCase(8_000, 3_000, ExpectedResult = false, TestName = "24 MB of shared strings")]
    [TestCase(5_000, 1_500, ExpectedResult = true, TestName = "15 MB of shared strings")]
    [TestCase(1, 17 << 20, ExpectedResult = true, TestName = "17 MiB that share nothing")]
    public bool The_memory_that_a_copy_of_the_payload_takes_is_limited(int count, int length)
    {
        FlatBufferReader<TestPacket> reader = new(PayloadSchema.Parse("namespace Game; table TestPacket { texts:[string]; }"));
        return reader.TryRead(new(Built(builder =>
        {
            int text = builder.CreateString(new string('x', length)).Value;
            builder.Finish(Table(builder, Vector(builder, Enumerable.Repeat(text, count).ToArray())));
        })), out _);
    }

    [TestCase(16_384, ExpectedResult = true)]
    [TestCase(16_385, ExpectedResult = false)]
    public bool The_tables_of_a_payload_are_limited(int tables)
    {
        FlatBufferReader<TestPacket> reader = new(PayloadSchema.Parse("namespace Game; table Branch { leaves:[Leaf]; } table Leaf { } table TestPacket { branches:[Branch]; }"));
        return reader.TryRead(new(Built(builder =>
        {
            // A root, and references to one table that refers to one leaf 100 times, and to one that has the rest.
            builder.StartTable(0);
            int leaf = builder.EndTable();
            int full = Table(builder, Vector(builder, Enumerable.Repeat(leaf, 100).ToArray()));
            int rest = Table(builder, Vector(builder, Enumerable.Repeat(leaf, (tables - 2) % 101).ToArray()));
            builder.Finish(Table(builder, Vector(builder, Enumerable.Repeat(full, (tables - 2) / 101).Append(rest).ToArray())));
        })), out _);
    }

    internal static byte[] Built(Action<FlatBufferBuilder> build)
    {
        FlatBufferBuilder builder = new(64);
        build(builder);
        return builder.SizedByteArray();
    }

    internal static int Table(FlatBufferBuilder builder, int offset)
    {
        builder.StartTable(1);
        builder.AddOffset(0, offset, 0);
        return builder.EndTable();
    }

    internal static int Vector(FlatBufferBuilder builder, int[] offsets)
    {
        builder.StartVector(sizeof(int), offsets.Length, sizeof(int));
        foreach (int offset in offsets)
        {
            builder.AddOffset(offset);
        }

        return builder.EndVector().Value;
    }

    private static long Read(Inventory inventory)
    {
        long sum = (long)inventory.Owner;
        for (int i = 0; i < inventory.ItemsLength; i++)
        {
            Item item = inventory.Items(i)!.Value;
            sum += item.Id + item.Count + (item.Name?.Length ?? 0);
            for (int j = 0; j < item.ModifiersLength; j++)
            {
                sum += item.Modifiers(j);
            }
        }

        return sum;
    }
}

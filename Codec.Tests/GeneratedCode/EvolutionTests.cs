namespace Codec.Tests.GeneratedCode;

/// <summary>Tests payloads of an older schema with the code of a newer one, and vice versa.</summary>
internal sealed class EvolutionTests
{
    [Test]
    public void A_newer_reader_returns_defaults_for_fields_that_an_older_writer_did_not_write()
    {
        Older.Player older = new()
        {
            Id = 7,
            Name = "Ada",
            Health = 55,
            Things = [new Older.Thing { A = 1 }, new Older.Thing { A = 2 }],
            Held = Older.Held.FromThing(new Older.Thing { A = 3 }),
        };
        byte[] payload = new PlainType(typeof(Older.Player)).Write(older);

        Assert.That(Newer.Player.Verify(payload), Is.True);
        Newer.Player newer = new() { Level = 99, Title = "stale", Rank = 1, Spot = new Newer.Spot { X = 1 }, Friends = [new Newer.Player()] };
        Assert.That(newer.TryRead(payload), Is.True);
        Assert.That(newer.Id, Is.EqualTo(7u));
        Assert.That(newer.Name, Is.EqualTo("Ada"));
        Assert.That(newer.Things!.Count, Is.EqualTo(2));
        Assert.That(newer.Things[1].A, Is.EqualTo(2));
        Assert.That(newer.Things[1].B, Is.EqualTo(9));
        Assert.That(newer.Held.AsThing()!.A, Is.EqualTo(3));
        Assert.That(newer.Level, Is.EqualTo(3));
        Assert.That(newer.Title, Is.Null);
        Assert.That(newer.Spot, Is.Null);
        Assert.That(newer.Rank, Is.Null);
        Assert.That(newer.Friends, Is.Null);
    }

    [Test]
    public void An_older_reader_ignores_fields_and_union_members_that_a_newer_writer_added()
    {
        Newer.Player newer = new()
        {
            Id = 8,
            Name = "Grace",
            Things = [new Newer.Thing { A = 5, B = 6 }],
            Held = Newer.Held.FromCoin(new Newer.Coin { Worth = 4 }),
            Level = 70,
            Title = "Admiral",
            Spot = new Newer.Spot { X = 1, Y = 2 },
            Rank = 0,
            Friends = [new Newer.Player { Id = 9 }],
        };
        byte[] payload = new PlainType(typeof(Newer.Player)).Write(newer);

        Assert.That(Older.Player.Verify(payload), Is.True);
        Older.Player older = new() { Health = 1 };
        Assert.That(older.TryRead(payload), Is.True);
        Assert.That(older.Id, Is.EqualTo(8u));
        Assert.That(older.Name, Is.EqualTo("Grace"));
        Assert.That(older.Health, Is.EqualTo(100));
        Assert.That(older.Things![0].A, Is.EqualTo(5));
        Assert.That(older.Held.Type, Is.EqualTo(Older.Held.Kind.NONE), "an unknown member of a union reads as none");
    }

    [Test]
    public void Payloads_written_from_values_and_from_objects_have_equal_content()
    {
        Newer.Player player = new() { Id = 3, Name = "Lin", Level = 5, Spot = new Newer.Spot { X = 1, Y = -1 } };
        player.Things = [new Newer.Thing { A = 10, B = 11 }, new Newer.Thing { A = 12, B = 13 }];
        player.Held = Newer.Held.FromCoin(new Newer.Coin { Worth = 2 });
        player.Friends = [new Newer.Player { Id = 4, Title = "friend" }];

        byte[] buffer = new byte[1024];
        Assert.That(TryWrite(buffer, out int written), Is.True);

        ReadOnlySpan<byte> payload = buffer.AsSpan(0, written);
        Assert.That(Newer.Player.Verify(payload), Is.True);
        Newer.Player read = new();
        Assert.That(read.TryRead(payload), Is.True);
        PlainType plain = new(typeof(Newer.Player));
        Assert.That(plain.Write(read), Is.EqualTo(plain.Write(player)));
        for (int length = 0; length < written; length++)
        {
            Assert.That(TryWrite(buffer.AsSpan(0, length), out _), Is.False);
        }

        static bool TryWrite(Span<byte> destination, out int written)
        {
            PayloadWriter writer = new(destination);
            Newer.Player.Writer root = Newer.Player.Writer.Begin(ref writer, 3, "Lin", 5, null, new Newer.Spot { X = 1, Y = -1 }, null);
            Newer.Thing.VectorWriter things = root.StartThings(ref writer, 5);
            things.Add(ref writer, 10, 11);
            things.Add(ref writer, 12, 13);
            root.OpenHeld(ref writer).WriteCoin(ref writer, 2);
            root.StartFriends(ref writer, 1).Add(ref writer, 4, null, 3, "friend", null, null);
            return writer.TryFinish(out written);
        }
    }
}

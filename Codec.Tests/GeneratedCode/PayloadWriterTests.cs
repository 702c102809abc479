using Codec.Tests.Every;
using Codec.Tests.Limits;

namespace Codec.Tests.GeneratedCode;

/// <summary>Tests writing from values: misuse of the writers, and what remains after an exception.</summary>
internal sealed class PayloadWriterTests
{
    private const byte Untouched = 0xCC;
    private const int Margin = 64;
    private const int SmallSize = 8;

    // Each call uses a nested writer of the first payload with the writer of the second.
    private static readonly Misuse[] Misuses =
    [
        (ref PayloadWriter own, ref PayloadWriter other) => Player(ref own).StartThings(ref other, 1),
        (ref PayloadWriter own, ref PayloadWriter other) => Player(ref own).OpenHeld(ref other),
        (ref PayloadWriter own, ref PayloadWriter other) => Player(ref own).OpenHeld(ref own).WriteCoin(ref other, 2),
        (ref PayloadWriter own, ref PayloadWriter other) => Every.Node.Writer.Begin(ref own, 1, "label").WriteLeft(ref other, 2, null),
        (ref PayloadWriter own, ref PayloadWriter other) => Every.Root.Writer.Begin(
            ref own, "name", null, null, null, null, default, default, 0, 0).OpenChoice(ref own).WriteText(ref other, ""),
        (ref PayloadWriter own, ref PayloadWriter other) => Every.Root.Writer.Begin(
            ref own, "name", null, null, null, null, default, default, 0, 0).OpenChoice(ref own).WritePoint(ref other, default),
        (ref PayloadWriter own, ref PayloadWriter other) =>
        {
            Newer.Thing.VectorWriter things = Player(ref own).StartThings(ref own, 2);
            things.Add(ref own, 10, 11);
            things.Add(ref other, 12, 13);
        },
        (ref PayloadWriter own, ref PayloadWriter other) =>
        {
            Treasure.VectorWriter treasures = Hoard.Writer.Begin(ref own, default, default).StartTreasures(ref own, 2);
            treasures.Add(ref other).WriteText(ref own, "");
        },
    ];

    // Each call throws an exception after Begin has written.
    private static readonly Write[] Throwing =
    [
        (ref PayloadWriter writer) => Strict.Writer.Begin(ref writer, 1, null!, default, default),
        (ref PayloadWriter writer) => Hoard.Writer.Begin(ref writer, (string[])["a", null!], default),
        (ref PayloadWriter writer) => Hoard.Writer.Begin(ref writer, default, default).StartHoards(ref writer, -1),
        (ref PayloadWriter writer) => Hoard.Writer.Begin(ref writer, default, default).StartHoards(ref writer, 0).Add(ref writer, default, default),
        (ref PayloadWriter writer) => Hoard.Writer.Begin(ref writer, default, default)
            .StartTreasures(ref writer, 1).Add(ref writer).WriteText(ref writer, null!),
        (ref PayloadWriter writer) => Every.Root.Writer.Begin(ref writer, "name", null, null, null, null, default, default, 0, 0)
            .OpenChoice(ref writer).WriteFar(ref writer, 1, null!, default, default),
    ];

    private delegate void Write(ref PayloadWriter writer);

    private delegate void Misuse(ref PayloadWriter own, ref PayloadWriter other);

    [Test]
    public void A_nested_writer_of_another_payload_throws_and_writes_nothing_outside_the_destination(
        [Range(0, 7)] int misuse, [Values] bool isStarted)
    {
        byte[] memory = new byte[Margin + SmallSize + Margin];
        memory.AsSpan().Fill(Untouched);
        PayloadWriter own = new(new byte[1024]);
        PayloadWriter other = new(memory.AsSpan(Margin, SmallSize));
        if (isStarted)
        {
            other.Begin(0);
        }

        try
        {
            Misuses[misuse](ref own, ref other);
            Assert.Fail("Nothing was thrown.");
        }
        catch (InvalidOperationException exception)
        {
            Assert.That(exception.Message, Does.StartWith("The nested writer refers to the first "));
        }

        Assert.That(other.TryFinish(out _), Is.False);
        Assert.That(memory.AsSpan(0, Margin).ToArray(), Is.All.EqualTo(Untouched));
        Assert.That(memory.AsSpan(Margin + SmallSize).ToArray(), Is.All.EqualTo(Untouched));
    }

    [Test]
    public void A_payload_is_not_finished_after_an_exception([Range(0, 5)] int call)
    {
        PayloadWriter writer = new(new byte[256]);
        try
        {
            Throwing[call](ref writer);
            Assert.Fail("Nothing was thrown.");
        }
        catch (Exception exception) when (exception is InvalidOperationException or ArgumentException)
        {
        }

        Assert.That(writer.TryFinish(out int written), Is.False);
        Assert.That(written, Is.Zero);
        Player(ref writer);
        Assert.That(writer.TryFinish(out _), Is.True);
    }

    [Test]
    public void A_union_is_opened_at_the_end_of_the_destination()
    {
        byte[] memory = new byte[256];
        PayloadWriter measure = new(memory);
        Player(ref measure);
        Assert.That(measure.TryFinish(out int size), Is.True);
        PayloadWriter writer = new(memory.AsSpan(0, size));
        Player(ref writer).OpenHeld(ref writer);
        Assert.That(writer.TryFinish(out int written), Is.True);
        Assert.That(written, Is.EqualTo(size));
    }

    private static Newer.Player.Writer Player(ref PayloadWriter writer) => Newer.Player.Writer.Begin(ref writer, 3, null, 5, null, null, null);
}

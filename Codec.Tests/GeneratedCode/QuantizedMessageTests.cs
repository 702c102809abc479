using Codec.Tests.Quantized;

namespace Codec.Tests.GeneratedCode;

/// <summary>Tests that <c>Quantize</c> rounds every quantized field of generated types.</summary>
internal sealed class QuantizedMessageTests
{
    [Test]
    public void Each_quantized_field_is_rounded()
    {
        Rounded message = Make();
        message.Quantize();
        AssertRounded(message);
        Assert.That(message.Next, Is.Not.Null);
        AssertRounded(message.Next!);
        AssertRounded(message.Others![1]);
    }

    [Test]
    public void Refused_value_stays_and_others_get_the_nearest_end()
    {
        Rounded message = Make();
        (message.Energy, message.Health, message.Score) = (double.NaN, float.PositiveInfinity, ulong.MaxValue);
        message.Quantize();
        Assert.That((message.Energy, message.Health, message.Score), Is.EqualTo((double.NaN, 1f, 1_000_000UL)));
    }

    [Test]
    public void Cyclic_message_is_refused()
    {
        Rounded message = Make();
        message.Next = message;
        Assert.That(message.Quantize, Throws.InvalidOperationException);
    }

    /// <summary>Returns a message in which each field has a value that changes.</summary>
    internal static Rounded Make(int depth = 0)
    {
        Aim aim = new() { At = new Position { X = 1.00049f, Y = -5000, Z = 0.0004f }, Up = new Vec3 { X = 3, Y = -4, Z = 12 } };
        aim.SetTurns(0, new Quat { X = 0.1f, Y = 0.2f, Z = -0.3f, W = -0.9f });
        aim.SetTurns(1, new Quat { X = 2, Y = 2, Z = 2, W = 2 });
        aim.SetParts(2, 99);
        Move move = new() { Entity = 7, Position = aim.At, Rotation = aim.GetTurns(0), Velocity = new Velocity { X = 1.234f }, Time = 1234.5678 };
        float[] samples = [0.3f, -2, 0.0625f];
        return new Rounded
        {
            Health = 0.3f,
            Level = 9,
            Energy = 333.3333,
            Score = 14,
            Debt = 5,
            Aim = aim,
            Facing = new Vec3 { X = 0.1f, Y = 0.2f, Z = -0.3f },
            Samples = new(samples),
            Facings = new([new Vec3 { Y = 2 }, new Vec3 { X = 1, Y = 1 }]),
            Aims = new([aim]),
            Next = depth < 2 ? Make(depth + 1) : null,
            Others = depth < 1 ? new([Make(2), Make(2)]) : null,
            Target = Mark.FromMove(move),
            Targets = new([Mark.FromAim(aim), Mark.FromLabel("x"), default, Mark.FromMove(move)]),
        };
    }

    private static void AssertRounded(Rounded message)
    {
        Assert.That(message.Health, Is.EqualTo(77 / 255f));
        Assert.That(message.Level, Is.EqualTo(7));
        Assert.That(message.Energy, Is.EqualTo(333.3333).Within(1e-9));
        Assert.That(message.Energy, Is.Not.EqualTo(333.3333));
        Assert.That((message.Score, message.Debt), Is.EqualTo((10UL, 0L)));
        AssertAim(message.Aim!.Value);
        Assert.That(message.Facing.X, Is.EqualTo(0.1 / Math.Sqrt(0.14)).Within(1e-4));
        Assert.That(message.Samples, Is.EqualTo(new[] { 0.25f, -1, 0.125f }));
        Assert.That(message.Facings!.Select(facing => facing.Y), Is.EqualTo(new[] { 1, Math.Sqrt(0.5) }).Within(0.01));
        AssertAim(message.Aims![0]);
        AssertMove(message.Target.AsMove()!);
        AssertAim(message.Targets![0].AsAim()!.Value);
        Assert.That(message.Targets[1].AsLabel(), Is.EqualTo("x"));
        AssertMove(message.Targets[3].AsMove()!);
    }

    private static void AssertAim(Aim aim)
    {
        Assert.That((aim.At.X, aim.At.Y, aim.At.Z), Is.EqualTo((1f, -1024f, 0f)));
        Assert.That(aim.Up.Z, Is.EqualTo(12 / 13.0).Within(1e-3));
        Assert.That(aim.GetTurns(0).W, Is.GreaterThan(0.9f));
        Assert.That(aim.GetTurns(1).W, Is.EqualTo(0.5f).Within(0.02));
        Assert.That(aim.GetParts(2), Is.EqualTo(100));
    }

    private static void AssertMove(Move move)
    {
        Assert.That((move.Entity, move.Position!.Value.X, move.Velocity!.Value.X, move.Time), Is.EqualTo((7U, 1f, 1.23f, 1234.568)));
        Assert.That(move.Rotation!.Value.W, Is.GreaterThan(0.9f));
    }

    internal static byte[] Bytes(Rounded message)
    {
        byte[] payload = new byte[message.GetMaxByteCount()];
        Assert.That(message.TryWrite(payload, out int written), Is.True);
        return payload.AsSpan(0, written).ToArray();
    }
}

using Codec.Tests.Payloads;
using Codec.Tests.Quantized;

namespace Codec.Tests.Differential;

/// <summary>Tests packed payloads with quantized fields.</summary>
internal sealed class QuantizedPackingTests
{
    internal static readonly SchemaModel Model = SchemaCompiler.Compile(
        [SchemaText.Read(Repository.PathOf("Codec.Tests", "GeneratedCode", "Schemas", "quantized.fbs"))!], SchemaText.Read).Model!;

    internal static readonly PayloadShape Shape = ShapeOf(nameof(Rounded));

    private static IEnumerable<TestCaseData> Messages =>
    [
        new TestCaseData(QuantizedMessageTests.Make()).SetArgDisplayNames("every field"),
        new TestCaseData(new Rounded { Facing = new Vec3 { Z = 1 } }).SetArgDisplayNames("no field"),
        new TestCaseData(Many(300)).SetArgDisplayNames("many structs"),
    ];

    private static uint[] WordsOf(string name) =>
        PackingShape.Of(new SchemaIndex(Model), Model.Tables.Single(table => table.Name == name), identifier: null);

    [TestCaseSource(nameof(Messages))]
    public void Receiver_gets_the_values_that_Quantize_gives_the_sender(Rounded message)
    {
        byte[] plain = QuantizedMessageTests.Bytes(message);
        byte[] packed = PackedShapes.Pack(Shape, plain);
        Rounded received = new();
        Assert.That(Rounded.Verify(PackedShapes.Unpack(Shape, packed, plain.Length)), Is.True);
        Assert.That(received.TryRead(PackedShapes.Unpack(Shape, packed, plain.Length)), Is.True);
        message.Quantize();
        Assert.That(QuantizedMessageTests.Bytes(received), Is.EqualTo(QuantizedMessageTests.Bytes(message)));
        Assert.That(PackedShapes.Pack(Shape, QuantizedMessageTests.Bytes(message)), Is.EqualTo(packed));
    }

    [Test]
    public void Move_in_millimeters_and_milliseconds_takes_24_bytes_without_a_header()
    {
        Move move = new()
        {
            Entity = 1001,
            Position = new Position { X = 23.456f, Y = -7.5f, Z = 61.25f },
            Rotation = new Quat { X = 0.1f, Y = 0.7f, Z = -0.1f, W = 0.7f },
            Velocity = new Velocity { X = 3.25f, Y = -0.5f, Z = 11 },
            Time = 61234.567,
        };
        byte[] plain = new byte[move.GetMaxByteCount()];
        Assert.That(move.TryWrite(plain, out int written), Is.True);
        byte[] packed = PackedShapes.Pack(ShapeOf(nameof(Move)), plain[..written]);
        Assert.That(packed, Has.Length.LessThanOrEqualTo(24));
    }

    [Test]
    public void Payload_with_a_refused_value_is_not_packed()
    {
        byte[] plain = RefusedMessage();
        Assert.That(PackedPayload.Pack(Shape, plain, new byte[plain.Length + 1], out int written), Is.EqualTo(OperationStatus.InvalidData));
        Assert.That(written, Is.Zero);
    }

    [Test]
    public void Any_bytes_are_rejected_or_unpack_to_values_that_can_be_packed([Range(0, 9)] int seed)
    {
        byte[] valid = PackedShapes.Pack(Shape, QuantizedMessageTests.Bytes(QuantizedMessageTests.Make()));
        Random random = new(seed);
        byte[] payload = new byte[PackedPayload.GetMaxUnpackedSize(4000)];
        int accepted = 0;
        for (int i = 0; i < RandomCases.Count(20_000); i++)
        {
            byte[] packed = [.. valid.Take(random.Next(8) == 0 ? random.Next(valid.Length + 1) : valid.Length)];
            for (int flips = random.Next(1, 4); flips > 0 && packed.Length > 0; flips--)
            {
                packed[random.Next(packed.Length)] ^= (byte)(1 << random.Next(8));
            }

            if (PackedPayload.Unpack(Shape, packed, payload, out int written) == PacketError.None && (packed[0] & 1) == 0)
            {
                accepted++;
                PackedShapes.Pack(Shape, payload[..written]);
            }
        }

        Assert.That(accepted, Is.GreaterThan(0));
    }

    [Test]
    public void Differences_to_a_baseline_give_the_receiver_the_same_values_in_fewer_bytes()
    {
        Random random = new(RandomCases.Seed());
        PayloadBytes sent = new(ArrayPool<byte>.Shared);
        PayloadBytes received = new(ArrayPool<byte>.Shared);
        PayloadBytes? sentBefore = null;
        PayloadBytes? receivedBefore = null;
        Rounded message = RandomMessage(random);
        (long whole, long differences) = (0, 0);
        for (int i = 0; i < RandomCases.Count(1000); i++)
        {
            message = i % 32 == 31 ? RandomMessage(random) : message;
            message.Energy = random.Next(3) == 0 ? random.NextDouble() * 1000 : message.Energy;
            message.Facing = new Vec3 { X = message.Facing.X + 0.01f, Y = message.Facing.Y, Z = 1 };
            message.Samples![random.Next(message.Samples.Count)] += 0.06f;
            byte[] plain = QuantizedMessageTests.Bytes(message);
            sent.Set(plain);
            byte[] packed = new byte[plain.Length + 1];
            Assert.That(PayloadWalk.OfThread.Pack(Shape, sent, sentBefore, packed, out int written), Is.EqualTo(OperationStatus.Done));
            PacketError error = PayloadWalk.OfThread.Unpack(Shape, packed.AsSpan(0, written), receivedBefore, 1 << 20, received);
            Assert.That(error, Is.EqualTo(PacketError.None));
            (whole, differences) = (whole + PackedShapes.Pack(Shape, plain).Length, differences + written);
            Assert.That(Rounding(received.Written.ToArray()), Is.EqualTo(Rounding(plain)), () => $"{i}");
            (sent, sentBefore) = (sentBefore ?? new PayloadBytes(ArrayPool<byte>.Shared), sent);
            (received, receivedBefore) = (receivedBefore ?? new PayloadBytes(ArrayPool<byte>.Shared), received);
        }

        Assert.That(differences, Is.LessThan(whole / 4));
    }

    /// <summary>Returns the payload of a message with a value that is refused.</summary>
    internal static byte[] RefusedMessage()
    {
        Rounded message = QuantizedMessageTests.Make();
        message.Others![1].Energy = -0.1;
        return QuantizedMessageTests.Bytes(message);
    }

    internal static Rounded RandomMessage(Random random)
    {
        Rounded message = Many(random.Next(20));
        for (Rounded? next = message; next is not null; next = next.Next)
        {
            float Any() => (float)(random.NextDouble() - 0.5) * (1 << random.Next(12));
            (next.Health, next.Level, next.Energy) = (random.Next(3) == 0 ? 1 : Any(), random.Next(2) == 0 ? null : random.Next(-20, 20), random.NextDouble() * 1000);
            (next.Score, next.Debt) = ((ulong)random.NextInt64(), -random.NextInt64(1L << random.Next(1, 62)));
            next.Facing = new Vec3 { X = Any(), Y = Any(), Z = Any() };
            next.Aim = random.Next(2) == 0 ? null : new Aim { At = new Position { X = Any(), Z = Any() }, Up = next.Facing };
        }

        return message;
    }

    private static byte[] Rounding(byte[] payload)
    {
        Rounded message = new();
        Assert.That(message.TryRead(payload), Is.True);
        message.Quantize();
        return QuantizedMessageTests.Bytes(message);
    }

    private static PayloadShape ShapeOf(string name) => new(WordsOf(name));

    private static Rounded Many(int count)
    {
        Rounded message = QuantizedMessageTests.Make();
        for (int i = 0; i < count; i++)
        {
            Aim aim = new() { At = new Position { X = i, Y = -0.01f * i, Z = 700 }, Up = new Vec3 { X = i, Y = 1 } };
            aim.SetTurns(i & 1, new Quat { W = 1, X = 0.01f * i });
            message.Aims!.Add(aim);
            message.Samples!.Add(i * 0.01f);
            message.Facings!.Add(aim.Up);
        }

        return message;
    }
}

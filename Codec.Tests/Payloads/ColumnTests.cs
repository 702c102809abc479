namespace Codec.Tests.Payloads;

/// <summary>Tests the forms of columns and flags, without payloads.</summary>
public sealed class ColumnTests
{
    private const int Capacity = 100_000;

    private readonly ColumnWriter _writer = new();
    private readonly ColumnReader _reader = new();

    [Test]
    public void Columns_of_each_width_and_form_round_trip([Values(0, 1, 2, 3)] int logSize, [Values] bool isReal)
    {
        Random random = new(RandomCases.Seed());
        int size = 8 << logSize;
        ulong mask = ulong.MaxValue >> (64 - size);
        for (int width = 0; width <= size; width++)
        {
            ulong part = width == 0 ? 0 : ulong.MaxValue >> (64 - width);
            foreach (int count in (int[])[1, 2, 3, 7, 64, 200])
            {
                ulong origin = Next(random) & mask;
                ulong[] plain = [.. Enumerable.Range(0, count).Select(_ => Next(random) & part)];
                AssertColumn(plain, logSize, isReal);
                AssertColumn([.. plain.Select(value => (value << (size - width)) & mask)], logSize, isReal);
                AssertColumn([.. plain.Select(value => (value + origin) & mask)], logSize, isReal);
                ulong sum = origin;
                AssertColumn([.. plain.Select(value => sum = (sum + value - (part / 2)) & mask)], logSize, isReal);
            }
        }
    }

    [Test]
    public void The_shortest_form_is_used()
    {
        Assert.Multiple(() =>
        {
            Assert.That(BitsOf([5], 2, false), Is.EqualTo(6), "one number below 32");
            Assert.That(BitsOf([200], 0, false), Is.EqualTo(3 + 9), "one number below 608");
            Assert.That(BitsOf([200], 3, false), Is.EqualTo(1 + 6 + 7), "one number of 64 bits without its highest bit");
            Assert.That(BitsOf([1, 2, 3, 7], 2, false), Is.EqualTo(1 + 5 + (4 * 3)), "narrow");
            Assert.That(BitsOf([0x10000, 0x30000, 0x70000, 0x50000], 2, false), Is.EqualTo(3 + 10 + (4 * 3)), "shifted");
            Assert.That(BitsOf([.. Enumerable.Range(0, 40).Select(i => 1_000_001UL + ((ulong)i % 2 * 3))], 2, false), Is.EqualTo(3 + 32 + 6 + (40 * 2)), "offset");
            Assert.That(BitsOf([.. Enumerable.Range(0, 40).Select(i => 1_000_001UL + (ulong)i)], 2, false), Is.EqualTo(3 + 32 + 6 + (39 * 2)), "differences");
            Assert.That(BitsOf([0x3F800000, 0xBF8CCCCD], 2, true), Is.EqualTo(1 + 64), "floats");
            Assert.That(BitsOf([0xCCCD, 0x3333], 2, true), Is.EqualTo(3 + 5 + 32), "small floats");
        });
    }

    [Test]
    public void Flags_of_each_density_round_trip([Values(0, 1, 2, 3, 4, 5, 63, 64, 65, 128, 1000, 5000)] int count)
    {
        Random random = new(RandomCases.Seed());
        for (int density = 0; density <= 1000; density += density < 10 || density >= 990 ? 1 : 49)
        {
            ulong[] flags = new ulong[(count + 63) / 64];
            for (int i = 0; i < count; i++)
            {
                flags[i / 64] |= random.Next(1000) < density ? 1UL << i : 0;
            }

            int set = Enumerable.Range(0, count).Count(i => (flags[i / 64] >> (i % 64) & 1) != 0);
            _writer.Begin(Capacity);
            _writer.Flags(flags, 0, count);
            byte[] bytes = Finish();
            Assert.That(bytes, Has.Length.AtMost(1 + ((count + 7) / 8)));
            ulong[] read = new ulong[flags.Length];
            _reader.Begin(bytes);
            Assert.That(_reader.Flags(read, 0, count, out int readSet) && _reader.End(), Is.True);
            Assert.That((readSet, read), Is.EqualTo((set, flags)));
        }
    }

    [Test]
    public void Few_flags_of_many_are_listed()
    {
        ulong[] flags = new ulong[16];
        flags[7] = 1;
        _writer.Begin(Capacity);
        _writer.Flags(flags, 0, 1000);
        Assert.That(Finish(), Has.Length.EqualTo(3), "3 + 6 + 5 bits, and a gap of 448 with k = 9 in 10 bits");
    }

    [TestCase(7u, 1, "more listed flags than flags")]
    [TestCase(7u, 2, "a position after the last flag")]
    public void Invalid_flags_are_rejected(uint form, int kind, string reason)
    {
        _writer.Begin(Capacity);
        _writer.Bits(form, 3);
        _writer.Bits(kind == 1 ? 0x1FU : 0, kind == 1 ? 37 : 6);
        _writer.Bits(3, 5);
        _writer.Bits(0x1FF, 16);
        _reader.Begin(Finish());
        Assert.That(_reader.Flags(new ulong[1], 0, 50, out _), Is.False, reason);
        Assert.That(_reader.Error, Is.EqualTo(PacketError.PackedInvalid));
    }

    private static ulong Next(Random random) => (ulong)random.NextInt64(long.MinValue, long.MaxValue);

    private void AssertColumn(ulong[] values, int logSize, bool isReal)
    {
        _writer.Begin(Capacity);
        _writer.Bits(1, values.Length % 8);
        _writer.Column((ulong[])values.Clone(), 0, values.Length, logSize, isReal);
        byte[] bytes = Finish();
        ulong[] read = new ulong[values.Length];
        _reader.Begin(bytes);
        Assert.That(_reader.Bits(values.Length % 8) < 2 && _reader.Column(read, 0, values.Length, logSize, isReal) && _reader.End(), Is.True);
        Assert.That(read, Is.EqualTo(values));
        for (int size = 0; size < bytes.Length; size++)
        {
            _reader.Begin(bytes.AsSpan(0, size));
            bool isRead = _reader.Bits(values.Length % 8) < 2 && _reader.Column(read, 0, values.Length, logSize, isReal);
            Assert.That((isRead, _reader.Error), Is.EqualTo((false, PacketError.PackedTruncated)));
        }
    }

    private int BitsOf(ulong[] values, int logSize, bool isReal)
    {
        for (int padding = 0; ; padding++)
        {
            // The bits before the column move its end to the end of a byte.
            _writer.Begin(Capacity);
            _writer.Bits(0, padding);
            _writer.Column((ulong[])values.Clone(), 0, values.Length, logSize, isReal);
            int size = Finish().Length;
            _writer.Begin(Capacity);
            _writer.Bits(0, padding + 1);
            _writer.Column((ulong[])values.Clone(), 0, values.Length, logSize, isReal);
            if (Finish().Length > size)
            {
                return (8 * size) - padding;
            }
        }
    }

    private byte[] Finish()
    {
        byte[] bytes = new byte[Capacity];
        return bytes[.._writer.Finish(bytes)];
    }
}

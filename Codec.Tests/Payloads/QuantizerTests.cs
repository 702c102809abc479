namespace Codec.Tests.Payloads;

/// <summary>Tests the codes of quantized fields. schemas/golden/quantized.txt lists conversions that C++ must make with the same bits.</summary>
internal sealed class QuantizerTests
{
    private const string File = "quantized.txt";

    // The conversions whose results a line only has a hash of.
    private const int Hashed = 20_000;

    private static readonly float[] Floats =
        [0, -0f, 1, -1, 0.5f, 0.005f, -0.005f, 0.333333f, 1e-40f, 3e38f, float.NaN, float.PositiveInfinity, float.NegativeInfinity, 12.3456f, -1023.996f];

    private static readonly string[] Headers =
    [
        "scalar -102400 102400 1 100 0", "scalar -102400 102400 1 100 1", "scalar 0 65535 1 65535 0", "scalar -32767 32767 1 32767 0",
        "scalar 0 1023 3 7 0", "scalar -8388608 8388607 1 8388608 0", "scalar -140737488355328 140737488355328 1 1000 0", "scalar 0 281474976710655 7 3 1",
        "scalar -9007199254740 9007199254740 1 1000000 0", "scalar 5 255 257 1 0", "unit_vector 4 0", "unit_vector 12 1", "unit_vector 20 0",
        "quaternion 4 0", "quaternion 10 1", "quaternion 16 0", "quaternion 20 0",
    ];

    [Test]
    public void Conversions_have_the_golden_bits()
    {
        string text = string.Concat(Headers.Select(header => Line(header) + "\n"));
        GoldenFiles.AssertEqual(File, Encoding.UTF8.GetBytes(text));
    }

    [TestCase(-102400, 102400, 1, 100)]
    [TestCase(0, 65535, 1, 65535)]
    [TestCase(-32767, 32767, 2, 65534)]
    [TestCase(-8388608, 8388608, 1, 8388607)]
    [TestCase(-8388608, -8300000, 9007199254740991, 9007199254740881)]
    [TestCase(0, 8388608, 1, 1000000000000)]
    [TestCase(0, 8388608, 777777777, 1)]
    public void Each_float_in_a_range_has_its_own_code(double min, double max, double multiplier, double divisor)
    {
        Quantizer quantizer = new(min, max, multiplier, divisor, isRefusing: true);
        for (ulong code = 0; code <= quantizer.MaxNumber; code += code < 65536 ? 1 : 1 + (code / 65536))
        {
            Assert.That(quantizer.TryEncode((float)quantizer.Decode(code), out ulong again) && again == code, Is.True, $"{code}");
        }

        Assert.That(quantizer.TryEncode((float)quantizer.Decode(quantizer.MaxNumber), out ulong last) && last == quantizer.MaxNumber, Is.True);
    }

    [TestCase(-140737488355328, 140737488355328, 1, 1000)]
    [TestCase(0, 140737488355328, 9007199254740991, 3)]
    [TestCase(-140737488355328, 0, 1, 9007199254740991)]
    [TestCase(0, 65535, 257, 1)]
    public void Each_double_in_a_range_has_its_own_code(double min, double max, double multiplier, double divisor)
    {
        Quantizer quantizer = new(min, max, multiplier, divisor, isRefusing: true);
        ulong random = 1;
        for (int i = 0; i < 1 << 17; i++)
        {
            ulong code = i <= 1 << 16 ? (ulong)i : Next(ref random);
            code = i % 3 == 2 ? quantizer.MaxNumber - (code % (quantizer.MaxNumber + 1)) : code % (quantizer.MaxNumber + 1);
            Assert.That(quantizer.TryEncode(quantizer.Decode(code), out ulong again) && again == code, Is.True, $"{code}");
        }
    }

    [Test]
    public void Value_out_of_range_gets_the_nearest_end_or_is_refused()
    {
        Quantizer clamping = new(-100, 100, 1, 100, isRefusing: false);
        Quantizer refusing = new(-100, 100, 1, 100, isRefusing: true);
        foreach ((double value, ulong code, bool isInRange) in new[]
            {
                (1.004, 200UL, true), (1.006, 200UL, false), (-1.006, 0UL, false), (double.NaN, 0UL, false), (double.PositiveInfinity, 200UL, false),
                (-1e300, 0UL, false), (0.005, 101UL, true), (-0.005, 100UL, true),
            })
        {
            Assert.That(clamping.TryEncode(value, out ulong found) && found == code, Is.True, $"{value}");
            Assert.That(refusing.TryEncode(value, out found), Is.EqualTo(isInRange), $"{value}");
            Assert.That(found, Is.EqualTo(code));
        }
    }

    [Test]
    public void Unit_vector_keeps_its_direction_and_is_rounded_once([Values(4, 8, 11, 16, 20)] int bits)
    {
        Quantizer quantizer = new(Quantizer.UnitVector, bits, isRefusing: true);
        ulong random = (ulong)bits;
        for (int i = 0; i < 100_000; i++)
        {
            ulong code = (Next(ref random) % (quantizer.MaxNumber + 1)) | ((Next(ref random) % (quantizer.MaxNumber + 1)) << bits);
            quantizer.Decode(code, out float x, out float y, out float z);
            Assert.That((x * x) + (y * y) + (z * z), Is.EqualTo(1).Within(1e-6));
            AssertSame(x, y, z);
            (x, y, z) = (Small(ref random), Small(ref random), Small(ref random));
            Assert.That(quantizer.TryEncode(x, y, z, out code), Is.True);
            quantizer.Decode(code, out float u, out float v, out float w);
            AssertSame(u, v, w);
            double length = Math.Sqrt(((double)x * x) + ((double)y * y) + ((double)z * z));
            double distance = Math.Sqrt(Square((x / length) - u) + Square((y / length) - v) + Square((z / length) - w));
            Assert.That(distance, Is.LessThan(2.5 / (1 << (bits - 1))), $"{x} {y} {z}");
        }

        void AssertSame(float x, float y, float z)
        {
            bool isValid = quantizer.TryEncode(x, y, z, out ulong code);
            quantizer.Decode(code, out float u, out float v, out float w);
            Assert.That(isValid && (x, y, z) == (u, v, w), Is.True, $"{x} {y} {z} {u} {v} {w}");
        }
    }

    [Test]
    public void Quaternion_keeps_its_rotation_and_is_rounded_once([Values(4, 5, 9, 10, 15, 20)] int bits)
    {
        Quantizer quantizer = new(Quantizer.Quaternion, bits, isRefusing: true);
        ulong random = (ulong)bits;
        for (int i = 0; i < 100_000; i++)
        {
            // Every other one has components that are nearly equal.
            float near = 1 + (Small(ref random) * 4 / (1 << bits));
            (float x, float y, float z, float w) = i % 2 == 0
                ? (Small(ref random), Small(ref random), Small(ref random), Small(ref random))
                : (near, -1 + (Small(ref random) * 4 / (1 << bits)), i % 4 == 1 ? 0.01f : near, i % 8 < 4 ? 1 : Small(ref random));
            Assert.That(quantizer.TryEncode(x, y, z, w, out ulong code), Is.True);
            quantizer.Decode(code, out float p, out float q, out float r, out float s);
            Assert.That(quantizer.TryEncode(p, q, r, s, out ulong again), Is.True);
            quantizer.Decode(again, out float p2, out float q2, out float r2, out float s2);
            Assert.That((p2, q2, r2, s2) == (p, q, r, s), Is.True, $"{x} {y} {z} {w}: {code} {again}");
            double length = Math.Sqrt(((double)x * x) + ((double)y * y) + ((double)z * z) + ((double)w * w));
            double cosine = Math.Abs(((double)x * p) + ((double)y * q) + ((double)z * r) + ((double)w * s)) / length;
            Assert.That(cosine, Is.GreaterThan(1 - (8.0 / (1 << bits) / (1 << bits)) - 1e-6), $"{x} {y} {z} {w}");
        }
    }

    [TestCase(0f, 0f, 0f, 0f)]
    [TestCase(float.NaN, 1f, 0f, 0f)]
    [TestCase(1f, 0f, 0f, float.NaN)]
    [TestCase(0f, float.NegativeInfinity, 0f, 0f)]
    public void Vector_without_a_direction_is_refused_or_gets_the_usual_one(float x, float y, float z, float w)
    {
        Assert.That(new Quantizer(Quantizer.UnitVector, 8, isRefusing: true).TryEncode(x, y, z + w, out _), Is.False);
        Assert.That(new Quantizer(Quantizer.Quaternion, 8, isRefusing: true).TryEncode(x, y, z, w, out _), Is.False);
        Quantizer direction = new(Quantizer.UnitVector, 8, isRefusing: false);
        Assert.That(direction.TryEncode(x, y, z + w, out ulong code), Is.True);
        direction.Decode(code, out float u, out float v, out float up);
        Assert.That((u, v, up), Is.EqualTo((0f, 0f, 1f)));
        Quantizer rotation = new(Quantizer.Quaternion, 8, isRefusing: false);
        Assert.That(rotation.TryEncode(x, y, z, w, out code), Is.True);
        rotation.Decode(code, out float p, out float q, out float r, out float s);
        Assert.That((p, q, r, s), Is.EqualTo((0f, 0f, 0f, 1f)));
    }

    private static double Square(double value) => value * value;

    private static ulong Next(ref ulong state)
    {
        state = unchecked((state * 6364136223846793005) + 1442695040888963407);
        return state >> 16;
    }

    // From 2^-14 to 2^18, with either sign.
    private static float Any(ref ulong state)
    {
        ulong random = Next(ref state);
        return Float((uint)((random & 0x807FFFFF) | ((113 + ((random >> 32) % 32)) << 23)));
    }

    private static float Small(ref ulong state) => ((long)(Next(ref state) % 200_001) - 100_000) / 100_000f;

    private static float Float(uint bits) => BitConverter.ToSingle(BitConverter.GetBytes(bits), 0);

    private static uint Bits(float value) => float.IsNaN(value) ? 0x7FC00000 : BitConverter.ToUInt32(BitConverter.GetBytes(value), 0);

    // A header, conversions of special values, and the hash of conversions of random ones.
    private static string Line(string header)
    {
        StringBuilder line = new(header);
        string[] words = header.Split(' ');
        double[] numbers = [.. words.Skip(1).Select(word => double.Parse(word, CultureInfo.InvariantCulture))];
        bool isRefusing = numbers[numbers.Length - 1] > 0;
        int size = words[0] == "scalar" ? 1 : words[0] == "unit_vector" ? 3 : 4;
        Quantizer quantizer = size == 1
            ? new Quantizer(numbers[0], numbers[1], numbers[2], numbers[3], isRefusing)
            : new Quantizer(size == 3 ? Quantizer.UnitVector : Quantizer.Quaternion, (int)numbers[0], isRefusing);
        for (int i = 0; i < Floats.Length; i++)
        {
            float[] values = [.. Enumerable.Range(0, size).Select(part => Floats[(i + (part * part * 2)) % Floats.Length])];
            float[] results = new float[size];
            bool isValid = Convert(quantizer, values, results, out ulong code);
            line.Append(" ;").Append(string.Concat(values.Concat(results).Select(value => $" {Bits(value):x8}"))).Append(isValid ? " " : " -").Append(code.ToString("x", CultureInfo.InvariantCulture));
        }

        ulong random = 42;
        ulong hash = 0;
        for (int i = 0; i < Hashed; i++)
        {
            float[] values = [.. Enumerable.Range(0, size).Select(_ => Any(ref random))];
            float[] results = new float[size];
            _ = Convert(quantizer, values, results, out ulong code);
            hash = unchecked((hash ^ code) * 1099511628211);
            hash = results.Aggregate(hash, (sum, value) => unchecked((sum ^ Bits(value)) * 1099511628211));
            if (size == 1)
            {
                _ = quantizer.TryEncode(values[0] * (double)0.3333333f, out code);
                hash = unchecked((hash ^ code ^ (ulong)BitConverter.DoubleToInt64Bits(quantizer.Decode(code))) * 1099511628211);
            }
        }

        return line.Append(" ; ").Append(hash.ToString("x16", CultureInfo.InvariantCulture)).ToString();
    }

    private static bool Convert(Quantizer quantizer, float[] values, float[] results, out ulong code)
    {
        bool isValid;
        switch (values.Length)
        {
            case 1:
                isValid = quantizer.TryEncode(values[0], out code);
                results[0] = (float)quantizer.Decode(code);
                return isValid;
            case 3:
                isValid = quantizer.TryEncode(values[0], values[1], values[2], out code);
                quantizer.Decode(code, out results[0], out results[1], out results[2]);
                return isValid;
            default:
                isValid = quantizer.TryEncode(values[0], values[1], values[2], values[3], out code);
                quantizer.Decode(code, out results[0], out results[1], out results[2], out results[3]);
                return isValid;
        }
    }
}

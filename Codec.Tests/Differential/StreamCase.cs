namespace Codec.Tests.Differential;

/// <summary>Valid or invalid bytes of a stream, a format, and the offsets at which the bytes are split.</summary>
public sealed class StreamCase
{
    private const int LargestPayload = 100_000;

    private static readonly int[] Widths = [2, 4];

    private StreamCase(PacketFormat format, byte[] bytes, int[] cuts, int capacity)
    {
        Format = format;
        Bytes = bytes;
        Cuts = cuts;
        Capacity = capacity;
    }

    public PacketFormat Format { get; }

    public byte[] Bytes { get; }

    /// <summary>Gets the offsets of the splits, in ascending order.</summary>
    public int[] Cuts { get; }

    /// <summary>Gets the initial size of a decoder's buffer in bytes, for decoders that have this option.</summary>
    public int Capacity { get; }

    public IReadOnlyList<byte[]> Chunks => [.. Cuts.Prepend(0).Zip(Cuts.Append(Bytes.Length), (start, end) => Bytes[start..end])];

    /// <summary>Creates a stream of packets, which can be changed and truncated, or of random bytes.</summary>
    /// <param name="random">The source of random numbers.</param>
    public static StreamCase Random(Random random)
    {
        PacketFormat format = RandomFormat(random);
        byte[] bytes = RandomBytes(random, format);
        int[] cuts = [.. Enumerable.Range(0, random.Next(random.Next(2) == 0 ? 3 : 30)).Select(_ => random.Next(bytes.Length + 1)).Order()];
        return new StreamCase(format, bytes, cuts, random.Next(random.Next(2) == 0 ? 16 : 2000));
    }

    /// <summary>Formats the results of both languages and the stream, for the message of a failure.</summary>
    public string Differing(Decoding ours, Decoding theirs) =>
        $"C# has {ours.Packets.Count} packets and {ours.Error} at {ours.Position}, C++ {theirs.Packets.Count} and {theirs.Error} at {theirs.Position}. "
        + $"{Format}; {Convert.ToHexString(Bytes)} cut at {string.Join(", ", Cuts)}";

    private static PacketFormat RandomFormat(Random random)
    {
        int sizeWidth = Widths[random.Next(2)];
        return new(
            random.Next(2) == 1,
            sizeWidth,
            Widths[random.Next(2)],
            random.Next(2) == 1,
            random.Next(2) == 1,
            random.Next(4) switch { 0 => random.Next(300), 1 => random.Next(65_000), 2 when sizeWidth == 4 => LargestPayload, _ => null });
    }

    private static byte[] RandomBytes(Random random, PacketFormat format)
    {
        if (random.Next(8) == 0)
        {
            // Zeros are packets without a payload, or sizes below that of a header.
            byte[] noise = new byte[random.Next(200)];
            random.NextBytes(noise.AsSpan(0, random.Next(2) * noise.Length));
            return noise;
        }

        TestPackets packets = new(format);
        for (int count = random.Next(8); count > 0; count--)
        {
            // Some packets have the largest id, and some have a payload for which a decoder's buffer must grow several times.
            uint id = random.Next(8) == 0 ? format.MaxId : (uint)random.NextInt64(format.MaxId + 1L);
            bool isLarge = random.Next(40) == 0;
            packets.Add(id, isLarge ? random.Next(Math.Min(format.MaxPayloadSize, LargestPayload) + 1) : random.Next(random.Next(4) == 0 ? 400 : 24));
        }

        byte[] bytes = packets.Bytes;
        for (int changes = random.Next(4); changes > 0 && bytes.Length > 0; changes--)
        {
            bytes[random.Next(bytes.Length)] = random.Next(3) switch { 0 => 0, 1 => 255, _ => (byte)random.Next(256) };
        }

        return random.Next(3) == 0 ? bytes[..random.Next(bytes.Length + 1)] : bytes;
    }
}

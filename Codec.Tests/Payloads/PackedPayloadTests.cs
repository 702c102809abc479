namespace Codec.Tests.Payloads;

public sealed class PackedPayloadTests
{
    private static readonly byte[] Eights = [.. Enumerable.Repeat((byte)0x8A, 32)];

    // https://capnproto.org/encoding.html#packing
    private static IEnumerable<TestCaseData> Examples()
    {
        yield return new TestCaseData("08 00 00 00 03 00 02 00 19 00 00 00 AA 01 00 00", "51 08 03 02 31 19 AA 01").SetName("Example_of_two_words");
        yield return new TestCaseData(string.Join(" ", Enumerable.Repeat("00", 32)), "00 03").SetName("Example_of_zeros");
        yield return new TestCaseData(string.Join(" ", Eights.Select(value => value.ToString("X2", CultureInfo.InvariantCulture))), "FF 8A 8A 8A 8A 8A 8A 8A 8A 03 " + string.Join(" ", Enumerable.Repeat("8A", 24)))
            .SetName("Example_of_unpacked_words");
    }

    [TestCaseSource(nameof(Examples))]
    public void The_examples_of_the_specification_are_packed_to_the_specified_bytes(string payload, string packed)
    {
        byte[] words = Bytes(payload);
        Span<byte> destination = new byte[100];
        int written = WordPacking.Pack(words, destination);
        Assert.That(destination[..written].ToArray(), Is.EqualTo(Bytes(packed)));
        Span<byte> unpacked = new byte[words.Length];
        Assert.That(WordPacking.Unpack(destination[..written], unpacked), Is.EqualTo(PacketError.None));
        Assert.That(unpacked.ToArray(), Is.EqualTo(words));
    }

    [TestCase("move", 43)]
    [TestCase("spawn", 51)]
    [TestCase("test_packet", 39)]
    [TestCase("inventory", 3137)]
    [TestCase("snapshot", 9944)]
    public void Golden_packets_have_the_expected_packed_size(string name, int expected)
    {
        byte[] payload = Payload(name);
        byte[] packed = Pack(payload);
        Assert.That(PacketHeader.ByteCount + packed.Length, Is.EqualTo(expected));
        Assert.That(Unpack(packed), Is.EqualTo(payload));
    }

    [Test]
    public void Words_that_exceed_the_destination_are_rejected()
    {
        byte[] word = Bytes("01 02 03 04 05 06 07 08");
        byte[] packed = Bytes("FF 01 02 03 04 05 06 07 08 00");
        Assert.That(WordPacking.Pack<ScalarWordBytes>(word, new byte[8]), Is.EqualTo(-1));
        Assert.That(WordPacking.Unpack<ScalarWordBytes>(packed, new byte[8]), Is.EqualTo(PacketError.None));
        Assert.That(WordPacking.Unpack<ScalarWordBytes>(packed, new byte[7]), Is.Not.EqualTo(PacketError.None));
        Assert.That(WordPacking.Unpack<ScalarWordBytes>([.. packed, 0x01, 0x01], new byte[8]), Is.Not.EqualTo(PacketError.None));
    }

    [Test]
    public void A_run_continues_while_a_word_has_at_most_one_zero_byte()
    {
        byte[] payload = Bytes("01 02 03 04 05 06 07 08  01 02 03 00 05 06 07 08  01 02 03 00 05 06 07 00  00 00 00 00 00 00 00 00");
        byte[] packed = new byte[64];
        int written = WordPacking.Pack(payload, packed);
        Assert.That(packed[..written], Is.EqualTo(Bytes("FF 01 02 03 04 05 06 07 08 01 01 02 03 00 05 06 07 08 77 01 02 03 05 06 07 00 00")));
    }

    [Test]
    public void A_run_has_at_most_256_words([Values(255, 256, 257, 513)] int words, [Values(0, 7)] byte value)
    {
        byte[] payload = [.. Enumerable.Repeat(value, words * 8)];
        byte[] packed = new byte[payload.Length * 2];
        int written = WordPacking.Pack(payload, packed);
        byte[] unpacked = [.. Enumerable.Repeat((byte)0xCC, payload.Length)];
        Assert.That(WordPacking.Unpack(packed.AsSpan(0, written), unpacked), Is.EqualTo(PacketError.None));
        Assert.That(unpacked, Is.EqualTo(payload));
        int runs = (words + 255) / 256;
        Assert.That(written, Is.EqualTo(value == 0 ? 2 * runs : payload.Length + (2 * runs)));
    }

    [Test]
    public void A_payload_that_packing_does_not_shorten_is_stored_unpacked_after_a_size_of_zero()
    {
        byte[] payload = Bytes("01 02 03 04 05 06 07 08 09");
        byte[] packed = Pack(payload);
        Assert.That(packed, Is.EqualTo((byte[])[0, .. payload]));
        Assert.That(Unpack(packed), Is.EqualTo(payload));
        Assert.That(Pack([]), Is.EqualTo(new byte[] { 0 }));
        Assert.That(Unpack([0]), Is.Empty);
    }

    [Test]
    public void Random_payloads_round_trip_and_the_scalar_code_writes_the_same_bytes([Range(0, 19)] int seed)
    {
        Random random = new(seed);
        for (int round = 0; round < 500; round++)
        {
            byte[] payload = RandomPayloads.Next(random);
            byte[] packed = Pack(payload);
            Assert.That(packed, Has.Length.LessThanOrEqualTo(PackedPayload.GetMaxPackedSize(payload.Length)));
            Assert.That(PackedPayload.TryGetUnpackedSize(packed, out int size), Is.True);
            Assert.That(size, Is.EqualTo(payload.Length));
            Assert.That(Unpack(packed), Is.EqualTo(payload), $"seed {seed}, round {round}");

            byte[] fast = new byte[(payload.Length * 2) + 16];
            byte[] scalar = new byte[fast.Length];
            int count = WordPacking.Pack(payload, fast);
            Assert.That(WordPacking.Pack<ScalarWordBytes>(payload, scalar), Is.EqualTo(count));
            Assert.That(scalar.AsSpan(0, count).SequenceEqual(fast.AsSpan(0, count)), Is.True, $"seed {seed}, round {round}");
            byte[] unpacked = new byte[payload.Length];
            Assert.That(WordPacking.Unpack<ScalarWordBytes>(fast.AsSpan(0, count), unpacked), Is.EqualTo(PacketError.None));
            Assert.That(unpacked, Is.EqualTo(payload));
        }
    }

    [Test]
    public void Mutants_never_throw_and_the_scalar_code_returns_the_same_error([Range(0, 19)] int seed)
    {
        Random random = new(seed);
        for (int round = 0; round < 1000; round++)
        {
            byte[] packed = Pack(RandomPayloads.Next(random));
            RandomPayloads.Mutate(random, ref packed);
            byte[] destination = new byte[4096];
            PacketError error = PackedPayload.Unpack(packed, destination, out int written);
            Assert.That(written, error == PacketError.None ? Is.InRange(0, destination.Length) : Is.Zero);
            if (PackedPayload.TryGetUnpackedSize(packed, out int size) && packed[0] != 0 && size <= destination.Length)
            {
                int prefix = size < 0x80 ? 1 : size < 0x4000 ? 2 : 3;
                PacketError scalar = WordPacking.Unpack<ScalarWordBytes>(packed.AsSpan(prefix), destination.AsSpan(0, size));
                Assert.That(scalar, Is.EqualTo(error), $"seed {seed}, round {round}");
            }
        }
    }

    [Test]
    public void Truncated_and_extended_payloads_are_invalid()
    {
        byte[] payload = Payload("move");
        byte[] packed = Pack(payload);
        byte[] destination = new byte[payload.Length];
        for (int length = 0; length < packed.Length; length++)
        {
            PacketError error = PackedPayload.Unpack(packed.AsSpan(0, length), destination, out int written);
            Assert.That(error, length == 0 ? Is.EqualTo(PacketError.PackedSizeInvalid) : Is.AnyOf(PacketError.PackedTruncated, PacketError.UnpackedTooShort), $"{length} bytes");
            Assert.That(written, Is.Zero);
        }

        Assert.That(PackedPayload.Unpack([.. packed, 0], destination, out _), Is.EqualTo(PacketError.UnpackedTooLong));
    }

    // packed_payload_test.cpp has the same cases.
    [TestCase("", PacketError.PackedSizeInvalid, TestName = "No_bytes")]
    [TestCase("80", PacketError.PackedSizeInvalid, TestName = "Truncated_size")]
    [TestCase("80 00", PacketError.PackedSizeInvalid, TestName = "Overlong_zero")]
    [TestCase("88 00 00 00", PacketError.PackedSizeInvalid, TestName = "Overlong_eight")]
    [TestCase("FF FF FF FF 0F 00 FF", PacketError.PackedSizeInvalid, TestName = "Size_beyond_two_gigabytes")]
    [TestCase("80 80 80 80 80 80 01 00 FF", PacketError.PackedSizeInvalid, TestName = "Size_of_seven_bytes")]
    [TestCase("FF FF FF FF 07 00 FF", PacketError.PayloadTooLarge, TestName = "Size_that_the_bytes_cannot_hold")]
    [TestCase("41 00 08", PacketError.PayloadTooLarge, TestName = "Size_beyond_the_destination")]
    [TestCase("08", PacketError.UnpackedTooShort, TestName = "Size_alone")]
    [TestCase("10 00 00", PacketError.UnpackedTooShort, TestName = "Zeros_short_of_the_size")]
    [TestCase("10 01 01", PacketError.UnpackedTooShort, TestName = "Words_short_of_the_size")]
    [TestCase("08 00", PacketError.PackedTruncated, TestName = "Zeros_without_a_count")]
    [TestCase("08 03 01", PacketError.PackedTruncated, TestName = "Word_that_ends_early")]
    [TestCase("08 FF 01 02 03 04 05 06 07 08", PacketError.PackedTruncated, TestName = "Run_without_a_count")]
    [TestCase("10 FF 01 02 03 04 05 06 07 08 01 01 02 03", PacketError.PackedTruncated, TestName = "Run_that_ends_early")]
    [TestCase("08 00 01", PacketError.UnpackedTooLong, TestName = "Zeros_beyond_the_size")]
    [TestCase("08 01 01 00", PacketError.UnpackedTooLong, TestName = "Bytes_after_the_last_word")]
    [TestCase("04 FF 01 02 03 04 05 06 07 08 00", PacketError.UnpackedTooLong, TestName = "Padding_that_is_not_zero")]
    [TestCase("0C FF 01 02 03 04 05 06 07 08 01 01 02 03 04 05 00 00 00", PacketError.UnpackedTooLong, TestName = "Padding_in_a_run_that_is_not_zero")]
    public void Each_invalid_form_has_its_error(string packed, PacketError expected)
    {
        byte[] bytes = Bytes(packed);
        Assert.That(PackedPayload.Unpack(bytes, new byte[64], out int written), Is.EqualTo(expected));
        Assert.That(written, Is.Zero);
        Assert.That(PackedPayload.Unpack(OneByteSegments(bytes), new byte[64], out written), Is.EqualTo(expected));
        Assert.That(written, Is.Zero);
        Assert.That(PackedPayload.TryGetUnpackedSize(bytes, out int size) && size > 65, Is.False);
    }

    [Test]
    public void A_destination_that_is_too_short_is_reported()
    {
        byte[] payload = Payload("move");
        byte[] packed = Pack(payload);
        Assert.That(PackedPayload.Unpack(packed, new byte[payload.Length - 1], out _), Is.EqualTo(PacketError.PayloadTooLarge));
        for (int length = 0; length < packed.Length; length++)
        {
            Assert.That(PackedPayload.Pack(payload, new byte[length], out int written), Is.EqualTo(OperationStatus.DestinationTooSmall), $"{length} bytes");
            Assert.That(written, Is.Zero);
        }

        Assert.That(PackedPayload.Pack(payload, new byte[packed.Length], out _), Is.EqualTo(OperationStatus.Done));
    }

    [Test]
    public void Sequences_of_one_byte_segments_give_the_same_bytes()
    {
        byte[] payload = Payload("spawn");
        byte[] packed = Pack(payload);
        byte[] destination = new byte[payload.Length + 1];
        Assert.That(PackedPayload.Pack(OneByteSegments(payload), destination, out int written), Is.EqualTo(OperationStatus.Done));
        Assert.That(destination[..written], Is.EqualTo(packed));
        ReadOnlySequence<byte> cut = OneByteSegments(packed);
        Assert.That(PackedPayload.TryGetUnpackedSize(cut, out int size), Is.True);
        Assert.That(PackedPayload.Unpack(cut, destination, out written), Is.EqualTo(PacketError.None));
        Assert.That(destination[..written], Is.EqualTo(payload));
        Assert.That(size, Is.EqualTo(payload.Length));
    }

    [Test]
    public void A_sequence_that_is_longer_than_an_array_is_not_packed([Values(2_147_483_592, int.MaxValue)] int length)
    {
        ReadOnlySequence<byte> payload = LargeSequence([]).Slice(0, length);
        Assert.That(PackedPayload.Pack(payload, new byte[16], out int written), Is.EqualTo(OperationStatus.DestinationTooSmall));
        Assert.That(written, Is.Zero);
    }

    [Test]
    public void A_sequence_above_2_GiB_is_rejected()
    {
        ReadOnlySequence<byte> payload = LargeSequence([]);
        Assert.That(PackedPayload.Pack(payload, new byte[16], out int written), Is.EqualTo(OperationStatus.DestinationTooSmall));
        Assert.That(written, Is.Zero);
        Assert.That(PackedPayload.Unpack(LargeSequence(Bytes("10")), new byte[16], out written), Is.EqualTo(PacketError.UnpackedTooLong));
        Assert.That(PackedPayload.Unpack(payload, new byte[16], out written), Is.EqualTo(PacketError.PayloadTooLarge));
        Assert.That(PackedPayload.TryGetUnpackedSize(payload, out _), Is.False);
        Assert.That(written, Is.Zero);
    }

    [Test]
    public void GetMaxPackedSize_rejects_an_out_of_range_size([Values(-1, int.MaxValue)] int size) =>
        Assert.That(() => PackedPayload.GetMaxPackedSize(size), Throws.TypeOf<ArgumentOutOfRangeException>().With.Message.Contains(size.ToString(CultureInfo.InvariantCulture)));

    private static ReadOnlySequence<byte> OneByteSegments(byte[] bytes) =>
        bytes.Length == 0 ? default : TestSegment.Join([.. Enumerable.Range(0, bytes.Length).Select(i => (ReadOnlyMemory<byte>)bytes.AsMemory(i, 1))]);

    private static ReadOnlySequence<byte> LargeSequence(byte[] start) =>
        TestSegment.Join([start, .. Enumerable.Repeat((ReadOnlyMemory<byte>)new byte[1 << 26], 33)]);

    private static byte[] Payload(string name) =>
        File.ReadAllBytes(Path.Combine(Repository.Root, "schemas", "golden", name + ".bin"))[PacketHeader.ByteCount..];

    private static byte[] Pack(byte[] payload)
    {
        byte[] destination = new byte[PackedPayload.GetMaxPackedSize(payload.Length)];
        Assert.That(PackedPayload.Pack(payload, destination, out int written), Is.EqualTo(OperationStatus.Done));
        return destination[..written];
    }

    private static byte[] Unpack(byte[] packed)
    {
        Assert.That(PackedPayload.TryGetUnpackedSize(packed, out int size), Is.True);
        byte[] payload = new byte[size];
        Assert.That(PackedPayload.Unpack(packed, payload, out int written), Is.EqualTo(PacketError.None));
        Assert.That(written, Is.EqualTo(size));
        return payload;
    }

    private static byte[] Bytes(string hex) =>
        [.. hex.Split([' '], StringSplitOptions.RemoveEmptyEntries).Select(value => byte.Parse(value, NumberStyles.HexNumber, CultureInfo.InvariantCulture))];
}

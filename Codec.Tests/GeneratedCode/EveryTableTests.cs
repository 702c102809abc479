namespace Codec.Tests.GeneratedCode;

/// <summary>Tests the limits of destinations with every kind of field.</summary>
internal sealed class EveryTableTests
{
    // More than the difference between the space that the fast path for tables of vectors requires and the bytes that they use.
    private const int MuchRoom = 400;

    private static readonly Type[] Tables = EveryTable.All;

    [TestCaseSource(nameof(Tables))]
    public void TryWrite_needs_exactly_the_size_of_the_payload_and_writes_the_same_bytes_with_more_room(Type type)
    {
        PlainType plain = new(type);
        Random random = new(RandomCases.Seed());
        for (int i = 0; i < 20; i++)
        {
            object value = EveryTable.Fill(type, random);
            byte[] payload = plain.Write(value);
            byte[] destination = new byte[payload.Length + MuchRoom];
            for (int length = 0; length <= destination.Length; length++)
            {
                Array.Fill(destination, (byte)0xAB);
                bool fits = plain.TryWrite(value, destination.AsSpan(0, length), out int written);
                Assert.That(fits, Is.EqualTo(length >= payload.Length), () => $"length {length}");
                Assert.That(written, Is.EqualTo(fits ? payload.Length : 0));
                Assert.That(destination.AsSpan(length).IndexOfAnyExcept((byte)0xAB), Is.EqualTo(-1), () => $"wrote past length {length}");
                Assert.That(!fits || destination.AsSpan(0, written).SequenceEqual(payload), Is.True, () => $"wrote other bytes into length {length}");
            }
        }
    }
}

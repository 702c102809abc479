namespace Codec.Tests.GeneratedCode;

/// <summary>Tests the limits of destinations with every kind of field.</summary>
internal sealed class EveryTableTests
{
    private static readonly Type[] Tables = EveryTable.All;

    [TestCaseSource(nameof(Tables))]
    public void TryWrite_returns_false_for_every_destination_that_is_too_short(Type type)
    {
        PlainType plain = new(type);
        object value = EveryTable.Fill(type, new Random(7));
        byte[] payload = plain.Write(value);
        byte[] destination = new byte[payload.Length + 16];
        for (int length = 0; length <= payload.Length; length++)
        {
            Array.Fill(destination, (byte)0xAB);
            bool fits = plain.TryWrite(value, destination.AsSpan(0, length), out int written);
            Assert.That(fits, Is.EqualTo(length == payload.Length), () => $"length {length}");
            Assert.That(written, Is.EqualTo(fits ? payload.Length : 0));
            Assert.That(destination.AsSpan(length).IndexOfAnyExcept((byte)0xAB), Is.EqualTo(-1), () => $"wrote past length {length}");
        }

        Assert.That(destination.AsSpan(0, payload.Length).ToArray(), Is.EqualTo(payload));
    }
}

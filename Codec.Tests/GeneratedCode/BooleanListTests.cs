namespace Codec.Tests.GeneratedCode;

internal sealed class BooleanListTests
{
    private const int Slot = 4;
    private const int FirstElement = 12;

    [Test]
    public void A_byte_that_is_neither_0_nor_1_is_true_at_any_position([Values] bool isReused)
    {
        for (int count = 1; count <= 40; count++)
        {
            for (int odd = 0; odd < count; odd++)
            {
                byte[] payload = new byte[FirstElement + count];
                payload[Slot] = Slot;
                payload[FirstElement - 4] = (byte)count;
                payload[FirstElement + (count / 2)] = 1;
                payload[FirstElement + odd] = 0x80;

                GeneratedBudget budget = new(payload.Length, -1);
                FieldList<bool>? reused = isReused ? [.. Enumerable.Repeat(true, 3 * odd)] : null;
                FieldList<bool> list = GeneratedReader.ReadBooleans(payload, Slot, reused, ref budget);
                byte[] bytes = MemoryMarshal.AsBytes(list.AsSpan()).ToArray();
                Assert.That(bytes, Is.EqualTo(payload.Skip(FirstElement).Select(value => value == 0 ? 0 : 1)), $"{odd} of {count}");
            }
        }
    }
}

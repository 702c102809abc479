namespace Codec.Tests.GeneratedCode;

/// <summary>Tests payloads whose tables share objects, so that few bytes cause much work.</summary>
internal sealed class SharedPartsTests
{
    [TestCase(0, 0, 3000, 3000)]
    [TestCase(1, 10, 3000, 0)]
    [TestCase(1, 10, 0, 3000)]
    [TestCase(2, 100, 0, 0)]
    public void Verify_accepts_shared_objects(int levels, int children, int texts, int parts) =>
        Assert.That(Shared.Page.Verify(Pages(levels, children, texts, parts)), Is.True);

    [TestCase(4, 30, 3000, 0)]
    [TestCase(2, 10, 3000, 0)]
    [TestCase(2, 10, 0, 3000)]
    [TestCase(2, 150, 0, 0)]
    public void Verify_rejects_shared_objects_that_cause_excessive_work(int levels, int children, int texts, int parts) =>
        Assert.That(Shared.Page.Verify(Pages(levels, children, texts, parts)), Is.False);

    // Each table refers to the table of the next level the given number of times. All tables share the same vectors of strings and of unions, whose
    // type is NONE.
    private static byte[] Pages(int levels, int children, int texts, int parts)
    {
        const int TableSize = 20;
        byte[] start = [0, 0, 0, 0, 12, 0, TableSize, 0, 4, 0, 8, 0, 12, 0, 16, 0];
        List<byte> bytes = [.. start];
        List<(int Slot, Func<int> Target)> offsets = [];
        int[] tables = new int[levels + 1];
        int textVector = 0;
        int typeVector = 0;
        int partVector = 0;
        int text = 0;
        offsets.Add((0, () => tables[0]));
        for (int level = 0; level <= levels; level++)
        {
            int table = tables[level] = bytes.Count;
            int next = level + 1;
            bytes.AddRange(Word(table - 4));
            bytes.AddRange(new byte[TableSize - 4]);
            int count = level == levels ? 0 : children;
            int vector = Vector(bytes, count, 4);
            offsets.Add((table + 4, () => vector));
            offsets.Add((table + 8, () => textVector));
            offsets.Add((table + 12, () => typeVector));
            offsets.Add((table + 16, () => partVector));
            for (int i = 0; i < count; i++)
            {
                offsets.Add((vector + 4 + (4 * i), () => tables[next]));
            }
        }

        textVector = Vector(bytes, texts, 4);
        for (int i = 0; i < texts; i++)
        {
            offsets.Add((textVector + 4 + (4 * i), () => text));
        }

        typeVector = Vector(bytes, parts, 1);
        partVector = Vector(bytes, parts, 4);
        text = Vector(bytes, 0, 4);
        bytes.AddRange(new byte[4]);
        byte[] payload = [.. bytes];
        foreach ((int slot, Func<int> target) in offsets)
        {
            BinaryPrimitives.WriteInt32LittleEndian(payload.AsSpan(slot), target() - slot);
        }

        return payload;
    }

    private static int Vector(List<byte> bytes, int count, int elementSize)
    {
        int place = bytes.Count;
        bytes.AddRange(Word(count));
        bytes.AddRange(new byte[(count * elementSize) + (-(count * elementSize) & 3)]);
        return place;
    }

    private static byte[] Word(int value) => [(byte)value, (byte)(value >> 8), (byte)(value >> 16), (byte)(value >> 24)];
}

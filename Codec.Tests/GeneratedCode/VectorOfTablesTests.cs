extern alias packets;

using P = packets::Game;

namespace Codec.Tests.GeneratedCode;

/// <summary>
/// Tests the fast path for the tables of a vector, which is used if there is enough space. It must write the same bytes as the slow path.
/// </summary>
internal sealed class VectorOfTablesTests
{
    // More than the difference between the space that the fast path requires and the bytes that these items use.
    private const int MuchRoom = 400;

    private static P.Inventory Inventory
    {
        get
        {
            P.Inventory inventory = new() { Owner = 7, Items = [] };
            string?[] names = ["Rope", "Lantern, 灯", null, "", "Coin", "Sword of a name that is longer than others", "Rope", "x"];
            for (int i = 0; i < names.Length; i++)
            {
                P.Item item = new() { Id = (uint)i, Count = (ushort)(i * 1000), Name = names[i], Modifiers = i == 4 ? null : [] };
                for (int j = 0; j < i && item.Modifiers is not null; j++)
                {
                    item.Modifiers.Add((short)(-100 * j));
                }

                inventory.Items.Add(item);
            }

            return inventory;
        }
    }

    [Test]
    public void The_size_of_the_destination_does_not_affect_the_written_bytes()
    {
        P.Inventory inventory = Inventory;
        byte[] expected = Write(inventory, MuchRoom * 10);
        for (int room = expected.Length; room < expected.Length + MuchRoom; room++)
        {
            Assert.That(Write(inventory, room), Is.EqualTo(expected), $"{room} bytes");
        }

        for (int room = 0; room < expected.Length; room++)
        {
            byte[] memory = new byte[expected.Length + 16];
            Assert.That(inventory.TryWrite(memory.AsSpan(0, room), out _), Is.False, $"{room} bytes");
            Assert.That(memory.AsSpan(room).ToArray(), Is.All.Zero, $"wrote past {room} bytes");
        }
    }

    private static byte[] Write(P.Inventory inventory, int room)
    {
        byte[] memory = new byte[room];
        Array.Fill(memory, (byte)0xCD);
        Assert.That(inventory.TryWrite(memory, out int written), Is.True, $"{room} bytes");
        return memory.AsSpan(0, written).ToArray();
    }
}

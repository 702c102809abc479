using Google.FlatBuffers;

namespace Game.Samples;

public static partial class GameMessages
{
    /// <summary>The seed's example: a 48-byte payload.</summary>
    public static void BuildTestPacket(FlatBufferBuilder builder) => BuildTestPacket(builder, TestText, TestNumber);

    /// <summary>A test packet with these values.</summary>
    public static void BuildTestPacket(FlatBufferBuilder builder, string text, int number)
    {
        StringOffset msg = builder.CreateString(text);
        builder.Finish(TestPacket.CreateTestPacket(builder, msg, number).Value);
    }

    /// <summary>A login: two strings and a vector of bytes.</summary>
    public static void BuildLogin(FlatBufferBuilder builder)
    {
        StringOffset user = builder.CreateString(LoginUser);
        VectorOffset token = Login.CreateTokenVectorBlock(builder, Token());
        StringOffset locale = builder.CreateString(LoginLocale);
        builder.Finish(Login.CreateLogin(builder, user, token, LoginProtocol, locale).Value);
    }

    /// <summary>A move: three structs in one table.</summary>
    public static void BuildMove(FlatBufferBuilder builder)
    {
        Move.StartMove(builder);
        Move.AddTime(builder, MoveTime);
        Move.AddVelocity(builder, Vec3.CreateVec3(builder, 0.25f, 0f, -4f));
        Move.AddRotation(builder, Quat.CreateQuat(builder, 0.5f, -0.5f, 0.5f, -0.5f));
        Move.AddPosition(builder, Vec3.CreateVec3(builder, 1.5f, -2.25f, 3.75f));
        Move.AddEntity(builder, MoveEntity);
        builder.Finish(Move.EndMove(builder).Value);
    }

    /// <summary>A spawn: structs, enums, bit flags and an optional scalar.</summary>
    public static void BuildSpawn(FlatBufferBuilder builder)
    {
        StringOffset name = builder.CreateString(SpawnName);
        Spawn.StartSpawn(builder);
        Spawn.AddOwner(builder, SpawnOwner);
        Spawn.AddRotation(builder, Quat.CreateQuat(builder, 0f, 0f, 0f, 1f));
        Spawn.AddPosition(builder, Vec3.CreateVec3(builder, 100f, 0f, -100f));
        Spawn.AddName(builder, name);
        Spawn.AddEntity(builder, SpawnEntity);
        Spawn.AddFlags(builder, EntityFlags.Visible | EntityFlags.Hostile);
        Spawn.AddHealth(builder, SpawnHealth);
        Spawn.AddKind(builder, EntityKind.Player);
        builder.Finish(Spawn.EndSpawn(builder).Value);
    }

    /// <summary>A chat line with text outside ASCII.</summary>
    public static void BuildChat(FlatBufferBuilder builder)
    {
        StringOffset sender = builder.CreateString(ChatSender);
        StringOffset text = builder.CreateString(ChatText);
        builder.Finish(Chat.CreateChat(builder, ChatChannel.Guild, sender, text).Value);
    }

    /// <summary>An inventory of <see cref="InventoryItems"/> tables, each with a string and a vector of shorts.</summary>
    public static void BuildInventory(FlatBufferBuilder builder)
    {
        Offset<Item>[] items = new Offset<Item>[InventoryItems];
        for (int i = 0; i < items.Length; i++)
        {
            StringOffset name = builder.CreateString(ItemName(i));
            int count = ItemModifiers(i);
            Item.StartModifiersVector(builder, count);
            for (int j = count - 1; j >= 0; j--)
            {
                builder.AddShort(ItemModifier(i, j));
            }

            items[i] = Item.CreateItem(builder, 1000 + (uint)i, (ushort)(i + 1), name, builder.EndVector());
        }

        VectorOffset all = Inventory.CreateItemsVector(builder, items);
        builder.Finish(Inventory.CreateInventory(builder, InventoryOwner, all).Value);
    }

    /// <summary>A snapshot of <paramref name="entities"/> structs of 36 bytes.</summary>
    public static void BuildSnapshot(FlatBufferBuilder builder, int entities)
    {
        Snapshot.StartEntitiesVector(builder, entities);
        for (int i = entities - 1; i >= 0; i--)
        {
            EntityState.CreateEntityState(
                builder, (uint)i + 1, i * 0.5f, i * -0.25f, i, i * 0.125f, 0f, 0f, 1f, EntityHealth(i), EntityFlagBits(i));
        }

        VectorOffset all = builder.EndVector();
        builder.Finish(Snapshot.CreateSnapshot(builder, SnapshotTick, all).Value);
    }
}

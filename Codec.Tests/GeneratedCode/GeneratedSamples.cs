extern alias packets;

using P = packets::Game;

namespace Codec.Tests.GeneratedCode;

/// <summary>The sample messages of the C++ tests as generated types, written from objects and from values without objects.</summary>
internal static class GeneratedSamples
{
    /// <summary>Returns a message as an object.</summary>
    public static object Plain(string name) => name switch
    {
        "test_packet" => new P.TestPacket { Msg = GameMessages.TestText, Number = GameMessages.TestNumber },
        "login" => new P.Login
        {
            User = GameMessages.LoginUser,
            Token = new FieldList<byte>(GameMessages.Token()),
            Protocol = GameMessages.LoginProtocol,
            Locale = GameMessages.LoginLocale,
        },
        "move" => new P.Move
        {
            Entity = GameMessages.MoveEntity,
            Position = Vec3(1.5f, -2.25f, 3.75f),
            Rotation = Quat(0.5f, -0.5f, 0.5f, -0.5f),
            Velocity = Vec3(0.25f, 0f, -4f),
            Time = GameMessages.MoveTime,
        },
        "spawn" => new P.Spawn
        {
            Entity = GameMessages.SpawnEntity,
            Kind = P.EntityKind.Player,
            Name = GameMessages.SpawnName,
            Position = Vec3(100f, 0f, -100f),
            Rotation = Quat(0f, 0f, 0f, 1f),
            Health = GameMessages.SpawnHealth,
            Flags = P.EntityFlags.Visible | P.EntityFlags.Hostile,
            Owner = GameMessages.SpawnOwner,
        },
        "chat" => new P.Chat { Channel = P.ChatChannel.Guild, Sender = GameMessages.ChatSender, Text = GameMessages.ChatText },
        "inventory" => new P.Inventory
        {
            Owner = GameMessages.InventoryOwner,
            Items = new FieldList<P.Item>(Enumerable.Range(0, GameMessages.InventoryItems).Select(Item).ToArray()),
        },
        "snapshot" => Snapshot(GameMessages.SnapshotEntities),
        "snapshot_large" => Snapshot(GameMessages.LargeSnapshotEntities),
        _ => throw new ArgumentOutOfRangeException(nameof(name), name, "There is no such message."),
    };

    /// <summary>Returns the packet of a message, written from the object.</summary>
    public static byte[] Packet(string name) => PacketEncoder.Encode((IPacket)Plain(name));

    public static short[] Modifiers(int item) => [.. Enumerable.Range(0, GameMessages.ItemModifiers(item)).Select(j => GameMessages.ItemModifier(item, j))];

    private static P.Snapshot Snapshot(int entities) => new() { Tick = GameMessages.SnapshotTick, Entities = new FieldList<P.EntityState>(Entities(entities)) };

    private static P.Item Item(int i) => new()
    {
        Id = 1000 + (uint)i,
        Count = (ushort)(i + 1),
        Name = GameMessages.ItemName(i),
        Modifiers = new FieldList<short>(Modifiers(i)),
    };

    private static P.EntityState[] Entities(int count) => [.. Enumerable.Range(0, count).Select(i => new P.EntityState
    {
        Entity = (uint)i + 1,
        Position = Vec3(i * 0.5f, i * -0.25f, i),
        Rotation = Quat(i * 0.125f, 0f, 0f, 1f),
        Health = GameMessages.EntityHealth(i),
        Flags = GameMessages.EntityFlagBits(i),
    })];

    private static P.Vec3 Vec3(float x, float y, float z) => new() { X = x, Y = y, Z = z };

    private static P.Quat Quat(float x, float y, float z, float w) => new() { X = x, Y = y, Z = z, W = w };
}

using System.Collections.Generic;
using System.Globalization;

namespace Game.Samples;

/// <summary>The messages of schemas/*.fbs with the values that cpp/tests/fixtures/messages.hpp has too; fields are added in flatc's order.</summary>
public static partial class GameMessages
{
    public const ushort LoginId = 1;
    public const ushort MoveId = 2;
    public const ushort SpawnId = 3;
    public const ushort ChatId = 4;
    public const ushort InventoryId = 5;
    public const ushort SnapshotId = 6;
    public const ushort TestPacketId = 65534;

    public const string TestText = "This is a message!";
    public const int TestNumber = 255;

    public const string LoginUser = "Ada";
    public const string LoginLocale = "en-GB";
    public const uint LoginProtocol = 3;
    public const int LoginTokenLength = 32;

    public const uint MoveEntity = 1001;
    public const double MoveTime = 12.125;

    public const uint SpawnEntity = 1002;
    public const string SpawnName = "Grüße";
    public const short SpawnHealth = 87;
    public const ulong SpawnOwner = 9_007_199_254_740_993;

    public const string ChatSender = "Ada";
    public const string ChatText = "Où es-tu ? 日本語 🎮";

    public const ulong InventoryOwner = 76_561_198_000_000_001;
    public const int InventoryItems = 100;

    public const uint SnapshotTick = 123_456;
    public const int SnapshotEntities = 500;

    /// <summary>1,700 entities of 36 bytes: 61,200 bytes, near the 65,535 that a header can say.</summary>
    public const int LargeSnapshotEntities = 1700;

    /// <summary>All of them, in the order of their golden files.</summary>
    public static IReadOnlyList<GameMessage> All { get; } =
    [
        new("test_packet", TestPacketId, BuildTestPacket),
        new("login", LoginId, BuildLogin),
        new("move", MoveId, BuildMove),
        new("spawn", SpawnId, BuildSpawn),
        new("chat", ChatId, BuildChat),
        new("inventory", InventoryId, BuildInventory),
        new("snapshot", SnapshotId, builder => BuildSnapshot(builder, SnapshotEntities)),
        new("snapshot_large", SnapshotId, builder => BuildSnapshot(builder, LargeSnapshotEntities)),
    ];

    /// <summary>Byte <paramref name="i"/> of the login's token.</summary>
    public static byte TokenByte(int i) => (byte)(i * 7);

    /// <summary>The token, in a new array.</summary>
    public static byte[] Token()
    {
        byte[] token = new byte[LoginTokenLength];
        for (int i = 0; i < token.Length; i++)
        {
            token[i] = TokenByte(i);
        }

        return token;
    }

    /// <summary>The name of inventory item <paramref name="i"/>: <c>Item 007</c>.</summary>
    public static string ItemName(int i) => string.Format(CultureInfo.InvariantCulture, "Item {0:D3}", i);

    /// <summary>How many modifiers item <paramref name="i"/> has.</summary>
    public static int ItemModifiers(int i) => i % 5;

    /// <summary>Modifier <paramref name="j"/> of item <paramref name="i"/>.</summary>
    public static short ItemModifier(int i, int j) => (short)((i * 10) + j - 500);

    /// <summary>The health of snapshot entity <paramref name="i"/>.</summary>
    public static short EntityHealth(int i) => (short)(i - 250);

    /// <summary>The flags of snapshot entity <paramref name="i"/>.</summary>
    public static ushort EntityFlagBits(int i) => (ushort)(i % 16);
}

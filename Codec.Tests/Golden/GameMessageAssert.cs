extern alias packets;

using P = packets::Game;

namespace Codec.Tests.Golden;

/// <summary>Verifies payloads of the game's packets.</summary>
internal static class GameMessageAssert
{
    /// <summary>Returns whether generated code accepts a payload.</summary>
    public static bool IsValid(uint id, byte[] payload) => id switch
    {
        GameMessages.TestPacketId => P.TestPacket.Verify(payload),
        GameMessages.LoginId => P.Login.Verify(payload),
        GameMessages.MoveId => P.Move.Verify(payload),
        GameMessages.SpawnId => P.Spawn.Verify(payload),
        GameMessages.ChatId => P.Chat.Verify(payload),
        GameMessages.InventoryId => P.Inventory.Verify(payload),
        _ => P.Snapshot.Verify(payload),
    };
}

extern alias packets;

using packets::Game.Packed;
using P = packets::Game;

namespace Codec.Tests.GeneratedCode;

/// <summary>The packed messages with the values of the sample messages.</summary>
internal static class PackedSamples
{
    public static Move Move
    {
        get
        {
            P.Move move = (P.Move)GeneratedSamples.Plain("move");
            return new() { Entity = move.Entity, Position = move.Position, Rotation = move.Rotation, Velocity = move.Velocity, Time = move.Time };
        }
    }

    public static Spawn Spawn
    {
        get
        {
            P.Spawn spawn = (P.Spawn)GeneratedSamples.Plain("spawn");
            return new()
            {
                Entity = spawn.Entity,
                Kind = spawn.Kind,
                Name = spawn.Name,
                Position = spawn.Position,
                Rotation = spawn.Rotation,
                Health = spawn.Health,
                Flags = spawn.Flags,
                Owner = spawn.Owner,
            };
        }
    }

    public static TestPacket TestPacket
    {
        get
        {
            P.TestPacket packet = (P.TestPacket)GeneratedSamples.Plain("test_packet");
            return new() { Msg = packet.Msg, Number = packet.Number };
        }
    }

    public static Inventory Inventory
    {
        get
        {
            P.Inventory inventory = (P.Inventory)GeneratedSamples.Plain("inventory");
            return new() { Owner = inventory.Owner, Items = inventory.Items };
        }
    }

    public static Grid Grid
    {
        get
        {
            Grid grid = new() { Origin = new() { X = 1, Y = 2 } };
            grid.SetCells(25, 7);
            return grid;
        }
    }

    /// <summary>Gets a shape for tests whose payloads are stored unpacked, after a byte that is 1.</summary>
    public static PayloadShape Shape => packets::Game.Packed.Move.PacketShape;

    public static Chat Chat
    {
        get
        {
            P.Chat chat = (P.Chat)GeneratedSamples.Plain("chat");
            return new() { Channel = chat.Channel, Sender = chat.Sender, Text = chat.Text };
        }
    }

    /// <summary>Creates a snapshot with the given number of entities, which repeats those of the sample.</summary>
    public static Snapshot Snapshot(int entities)
    {
        P.Snapshot sample = (P.Snapshot)GeneratedSamples.Plain("snapshot");
        Snapshot snapshot = new() { Tick = sample.Tick, Entities = new() };
        for (int i = 0; i < entities; i++)
        {
            snapshot.Entities.Add(sample.Entities![i % sample.Entities.Count]);
        }

        return snapshot;
    }

    /// <summary>Creates a packet of the default format.</summary>
    public static byte[] Packet(uint id, params byte[] payload)
    {
        byte[] bytes = new byte[PacketHeader.ByteCount + payload.Length];
        Assert.That(PacketEncoder.Encode(bytes, id, payload, null, out _), Is.EqualTo(OperationStatus.Done));
        return bytes;
    }

    public static Packet Decode(byte[] packet)
    {
        Assert.That(
            PacketDecoder.Decode(new ArraySegment<byte>(packet), PacketFormat.Default, out Packet decoded, out _, out _), Is.EqualTo(OperationStatus.Done));
        return decoded;
    }
}

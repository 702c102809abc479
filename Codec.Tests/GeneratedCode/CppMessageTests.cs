extern alias packets;

using System.IO;
using System.Linq;
using System.Text;
using Codec.Tests.Golden;
using Codec.Tests.Interop;
using Game.Samples;
using NUnit.Framework;
using P = packets::Game;

namespace Codec.Tests.GeneratedCode;

/// <summary>
/// Tests the game's messages between generated code and C++ programs that are run by the test.
/// </summary>
internal sealed class CppMessageTests
{
    private string _folder = "";

    [SetUp]
    public void MakeFolder() => _folder = Directory.CreateTempSubdirectory("codec-messages").FullName;

    [TearDown]
    public void RemoveFolder() => Directory.Delete(_folder, recursive: true);

    [Test]
    public void Cpp_reads_every_field_of_payloads_written_from_objects()
    {
        foreach (string name in GeneratedSamples.Names)
        {
            File.WriteAllBytes(Path.Combine(_folder, name + ".bin"), GeneratedSamples.Packet(name));
        }

        AssertCppReadsAll();
    }

    [Test]
    public void Cpp_reads_every_field_of_payloads_written_from_values()
    {
        foreach (GameMessage message in GameMessages.All)
        {
            byte[] payload = WithEmptyVectors(message.Name, GeneratedSamples.Direct(message.Name));
            byte[] header = [(byte)payload.Length, (byte)(payload.Length >> 8), (byte)message.PacketId, (byte)(message.PacketId >> 8)];
            File.WriteAllBytes(Path.Combine(_folder, message.Name + ".bin"), [.. header, .. payload]);
        }

        AssertCppReadsAll();
    }

    [Test]
    public void Payloads_built_by_cpp_pass_verification_and_have_the_expected_values()
    {
        foreach (GameMessage message in GameMessages.All)
        {
            byte[] payload = BuiltByCpp(message.Name);
            object expected = GeneratedSamples.Plain(message.Name);
            PlainType plain = new(expected.GetType());
            Assert.That(plain.Verify(payload), Is.True, message.Name);
            Assert.That(plain.Write(plain.Read(payload)!), Is.EqualTo(plain.Write(expected)), message.Name);
        }
    }

    [Test]
    public void Views_read_payloads_built_by_cpp()
    {
        Assert.That(P.TestPacket.View.TryCreate(BuiltByCpp("test_packet"), out P.TestPacket.View seed), Is.True);
        Assert.That((seed.Msg, seed.Number), Is.EqualTo((GameMessages.TestText, GameMessages.TestNumber)));

        Assert.That(P.Move.View.TryCreate(BuiltByCpp("move"), out P.Move.View move), Is.True);
        Assert.That((move.Entity, move.Position!.Value.Z, move.Rotation!.Value.W, move.Velocity!.Value.Z, move.Time), Is.EqualTo((1001u, 3.75f, -0.5f, -4f, 12.125)));

        Assert.That(P.Chat.View.TryCreate(BuiltByCpp("chat"), out P.Chat.View chat), Is.True);
        Assert.That((chat.Channel, chat.Sender, Encoding.UTF8.GetString(chat.TextUtf8)), Is.EqualTo((P.ChatChannel.Guild, GameMessages.ChatSender, GameMessages.ChatText)));

        Assert.That(P.Inventory.View.TryCreate(BuiltByCpp("inventory"), out P.Inventory.View inventory), Is.True);
        Assert.That((inventory.Owner, inventory.Items.Count), Is.EqualTo((GameMessages.InventoryOwner, GameMessages.InventoryItems)));
        int number = 0;
        foreach (P.Item.View item in inventory.Items)
        {
            Assert.That((item.Id, item.Count, item.Name), Is.EqualTo((1000 + (uint)number, (ushort)(number + 1), GameMessages.ItemName(number))));
            Assert.That(item.Modifiers.ToArray(), Is.EqualTo(GeneratedSamples.Modifiers(number)));
            number++;
        }

        Assert.That(P.Snapshot.View.TryCreate(BuiltByCpp("snapshot"), out P.Snapshot.View snapshot), Is.True);
        Assert.That((snapshot.Tick, snapshot.Entities.Length), Is.EqualTo((GameMessages.SnapshotTick, GameMessages.SnapshotEntities)));
        P.Snapshot expected = (P.Snapshot)GeneratedSamples.Plain("snapshot");
        Assert.That(snapshot.Entities.ToArray(), Is.EqualTo(expected.Entities!.AsSpan().ToArray()));
    }

    // An empty span omits its field, as documented. The C++ program requires the empty vector, so it is written from an object.
    private static byte[] WithEmptyVectors(string name, byte[] payload)
    {
        if (name != "inventory")
        {
            return payload;
        }

        P.Inventory inventory = new();
        Assert.That(inventory.TryRead(payload), Is.True);
        foreach (P.Item item in inventory.Items!)
        {
            item.Modifiers ??= [];
        }

        return new PlainType(typeof(P.Inventory)).Write(inventory);
    }

    private void AssertCppReadsAll()
    {
        string output = ExternalProgram.RunSuccessfully(CppPrograms.PathOf("tests/fixtures/codec_read_packets"), _folder);
        foreach (string name in GeneratedSamples.Names)
        {
            Assert.That(output, Does.Contain(name + ": ok"));
        }
    }

    private byte[] BuiltByCpp(string name)
    {
        ExternalProgram.RunSuccessfully(CppPrograms.PathOf("tests/fixtures/codec_write_fixtures"), _folder);
        return GamePackets.PayloadOf(GameMessages.All.Single(message => message.Name == name), File.ReadAllBytes(Path.Combine(_folder, name + ".bin")));
    }
}

using System;
using System.Linq;
using Codec.Tests.Flatc;
using Codec.Tests.Interop;
using Coverage;
using Coverage.Keywords;
using Game;
using Google.FlatBuffers;

namespace Codec.Tests.Fuzz.Verifier;

/// <summary>Verifies buffers with one reused verifier of this repository, and reads all fields of the buffers that it accepts.</summary>
internal sealed class OwnVerifier
{
    private readonly Google.FlatBuffers.Verifier _verifier = new();

    public bool Accepts(VerifiedRoot root, byte[] bytes)
    {
        _verifier.Buf = new ByteBuffer(bytes);
        return root switch
        {
            VerifiedRoot.Everything => _verifier.VerifyBuffer("COVR", false, EverythingVerify.Verify),
            VerifiedRoot.EverythingSizePrefixed => _verifier.VerifyBuffer("COVR", true, EverythingVerify.Verify),
            VerifiedRoot.Words => _verifier.VerifyBuffer(null, false, WordsVerify.Verify),
            VerifiedRoot.UnionVector => _verifier.VerifyBuffer(null, false, UnionVectors.Verify),
            VerifiedRoot.TestPacket => _verifier.VerifyBuffer(null, false, TestPacketVerify.Verify),
            VerifiedRoot.Login => _verifier.VerifyBuffer(null, false, LoginVerify.Verify),
            VerifiedRoot.Move => _verifier.VerifyBuffer(null, false, MoveVerify.Verify),
            VerifiedRoot.Spawn => _verifier.VerifyBuffer(null, false, SpawnVerify.Verify),
            VerifiedRoot.Chat => _verifier.VerifyBuffer(null, false, ChatVerify.Verify),
            VerifiedRoot.Inventory => _verifier.VerifyBuffer(null, false, InventoryVerify.Verify),
            VerifiedRoot.Snapshot => _verifier.VerifyBuffer(null, false, SnapshotVerify.Verify),
            _ => throw new ArgumentOutOfRangeException(nameof(root), root, "There is no such root."),
        };
    }

    /// <summary>Reads every field. The sum of the values is returned, so that the JIT compiler does not remove the reads.</summary>
    public static long ReadAll(VerifiedRoot root, byte[] bytes)
    {
        ByteBuffer buffer = new(bytes);
        return root switch
        {
            VerifiedRoot.Everything => Read(Everything.GetRootAsEverything(buffer)),
            VerifiedRoot.EverythingSizePrefixed => Read(Everything.GetRootAsEverything(ByteBufferUtil.RemoveSizePrefix(buffer))),
            VerifiedRoot.Words => Words.GetRootAsWords(buffer).UnPack().Implicit?.Count ?? 0,
            VerifiedRoot.UnionVector => UnionVector.GetRootAsUnionVector(buffer).UnPack().Many.Count,
            VerifiedRoot.TestPacket => Read(TestPacket.GetRootAsTestPacket(buffer)),
            VerifiedRoot.Login => Read(Login.GetRootAsLogin(buffer)),
            VerifiedRoot.Move => Read(Move.GetRootAsMove(buffer)),
            VerifiedRoot.Spawn => Read(Spawn.GetRootAsSpawn(buffer)),
            VerifiedRoot.Chat => Read(Chat.GetRootAsChat(buffer)),
            VerifiedRoot.Inventory => Read(Inventory.GetRootAsInventory(buffer)),
            VerifiedRoot.Snapshot => Read(Snapshot.GetRootAsSnapshot(buffer)),
            _ => throw new ArgumentOutOfRangeException(nameof(root), root, "There is no such root."),
        };
    }

    private static long Read(Everything root)
    {
        EverythingT copy = root.UnPack();
        long sum = copy.Title.Length;
        for (Everything? level = root; level is { } current; level = current.Child)
        {
            sum += current.GetLeafAsLeaf()?.UnPack().Name?.Length ?? 0;
            sum += current.Vectors is { } vectors ? ReadArrays(vectors) : 0;
        }

        return sum;
    }

    // Uses the accessors that return arrays, which UnPack does not call.
    private static long ReadArrays(Vectors vectors) =>
        Length(vectors.GetFlagsArray()) + Length(vectors.GetI16sArray()) + Length(vectors.GetU64sArray()) + Length(vectors.GetF64sArray())
        + (vectors.GetU8sBytes()?.Sum(value => (long)value) ?? 0) + (vectors.GetF32sBytes()?.Count ?? 0);

    private static long Length<T>(T[]? array) => array?.Length ?? 0;

    private static long Length(string? text) => text?.Length ?? 0;

    private static long Read(TestPacket root) => Length(root.Msg) + root.Number;

    private static long Read(Login root)
    {
        long sum = Length(root.User) + Length(root.Locale) + root.Protocol + Length(root.GetTokenArray());
        return sum + Enumerable.Range(0, root.TokenLength).Sum(i => (long)root.Token(i));
    }

    private static long Read(Move root) =>
        root.Entity + Read(root.Position) + Read(root.Rotation) + Read(root.Velocity) + BitConverter.DoubleToInt64Bits(root.Time);

    private static long Read(Spawn root) =>
        root.Entity + (long)root.Kind + Length(root.Name) + Read(root.Position) + Read(root.Rotation) + root.Health + (long)root.Flags
        + (long)(root.Owner ?? 0);

    private static long Read(Chat root) => (long)root.Channel + Length(root.Sender) + Length(root.Text);

    private static long Read(Inventory root)
    {
        long sum = (long)root.Owner;
        for (int i = 0; i < root.ItemsLength; i++)
        {
            Item item = root.Items(i)!.Value;
            sum += item.Id + item.Count + Length(item.Name) + Length(item.GetModifiersArray());
            for (int j = 0; j < item.ModifiersLength; j++)
            {
                sum += item.Modifiers(j);
            }
        }

        return sum;
    }

    private static long Read(Snapshot root)
    {
        long sum = root.Tick;
        for (int i = 0; i < root.EntitiesLength; i++)
        {
            EntityState entity = root.Entities(i)!.Value;
            sum += entity.Entity + Read(entity.Position) + Read(entity.Rotation) + entity.Health + entity.Flags;
        }

        return sum;
    }

    private static long Read(Vec3? vector) =>
        vector is { } v ? BitConverter.SingleToInt32Bits(v.X) + BitConverter.SingleToInt32Bits(v.Y) + BitConverter.SingleToInt32Bits(v.Z) : 0;

    private static long Read(Quat? quaternion) =>
        quaternion is { } q ? BitConverter.SingleToInt32Bits(q.X) + BitConverter.SingleToInt32Bits(q.Y) + BitConverter.SingleToInt32Bits(q.Z) + BitConverter.SingleToInt32Bits(q.W) : 0;
}

using Codec.Dispatch;
using Codec.Framing;
using Codec.Packets;
using Game;
using Google.FlatBuffers;
using NUnit.Framework;

namespace Codec.Tests.Dispatch;

/// <summary>
/// Tests that routes whose handlers copy messages into objects reject payloads that share parts too often, and that other routes accept them.
/// </summary>
[TestFixture]
[WrongInPackage("it has no limit of what a copy can cost, and its verifier throws where no file identifier is asked for.")]
public sealed class CopyLimitTests
{
    private static readonly VerifyTableAction VerifyStrings = static (verifier, table) =>
        verifier.VerifyTableStart(table) && verifier.VerifyVectorOfStrings(table, 4, true) && verifier.VerifyTableEnd(table);

    [Test]
    public void A_string_that_8000_references_share_is_rejected_only_if_it_is_copied([Values] bool fromArray)
    {
        byte[] payload = SameString(8_000, 3_000);
        Assert.That(payload, Has.Length.LessThan(36_000), "24 MB once it is copied");
        Assert.Multiple(() =>
        {
            Assert.That(Dispatch(payload, fromArray, copiesToObjects: false), Is.EqualTo(PacketError.None));
            Assert.That(Dispatch(payload, fromArray, copiesToObjects: true), Is.EqualTo(PacketError.PayloadInvalid));
            Assert.That(Dispatch(payload, fromArray, copiesToObjects: true, isAsync: true), Is.EqualTo(PacketError.PayloadInvalid));
        });
    }

    [Test]
    public void Limits_set_by_the_caller_are_enforced()
    {
        byte[] payload = SameString(10, 100);
        Assert.Multiple(() =>
        {
            Assert.That(Dispatch(payload, true, copiesToObjects: true, LimitedTo(1_000)), Is.EqualTo(PacketError.PayloadInvalid));
            Assert.That(Dispatch(payload, true, copiesToObjects: true, LimitedTo(2_000)), Is.EqualTo(PacketError.None));
            Assert.That(Dispatch(payload, true, copiesToObjects: true, LimitedTo(1_000), isAsync: true), Is.EqualTo(PacketError.PayloadInvalid));
            Assert.That(Dispatch(payload, true, copiesToObjects: true, LimitedTo(2_000), isAsync: true), Is.EqualTo(PacketError.None));
            Assert.That(Dispatch(payload, true, copiesToObjects: true, new Options { maxTables = 0 }), Is.EqualTo(PacketError.PayloadInvalid));
        });
    }

    [Test]
    public void A_payload_of_17_MiB_that_shares_nothing_is_accepted([Values] bool fromArray, [Values] bool isAsync) =>
        Assert.That(Dispatch(SameString(1, 17 << 20), fromArray, copiesToObjects: true, isAsync: isAsync), Is.EqualTo(PacketError.None));

    private static PacketError Dispatch(byte[] payload, bool fromArray, bool copiesToObjects, Options? options = null, bool isAsync = false)
    {
        PacketRoutes<int[]> routes = new();
        if (isAsync)
        {
            routes.AddFlatBufferAsync<TestPacket, int>(
                1, VerifyStrings, static _ => 1, static (calls, one, _) => { calls[0] += one; return default; }, options: options);
        }
        else
        {
            routes.AddFlatBuffer(1, VerifyStrings, static (int[] calls, in TestPacket _) => calls[0]++, options: options, copiesToObjects: copiesToObjects);
        }

        int[] calls = [0];
        using PacketDispatcher<int[]> dispatcher = new(routes, calls, PacketDirections.ToServer);
        Packet packet = new([0, 0, 0, 0, .. payload], 0, payload.Length + 4, 1, 4);
        packet = fromArray ? packet : new Packet(packet.Raw, packet.Id, packet.HeaderSize);
        PacketError error = isAsync ? dispatcher.DispatchAsync(packet).AsTask().GetAwaiter().GetResult() : dispatcher.Dispatch(packet);
        Assert.That(calls[0], Is.EqualTo(error == PacketError.None ? 1 : 0));
        return error;
    }

    // Set through reflection, because the package, with which these tests are also compiled, does not have this option.
    private static Options LimitedTo(long bytes)
    {
        Options options = new();
        typeof(Options).GetProperty("MaxApparentSize")!.SetValue(options, bytes);
        return options;
    }

    private static byte[] SameString(int count, int length)
    {
        FlatBufferBuilder builder = new(1024);
        int text = builder.CreateString(new string('x', length)).Value;
        builder.StartVector(sizeof(int), count, sizeof(int));
        for (int i = 0; i < count; i++)
        {
            builder.AddOffset(text);
        }

        int vector = builder.EndVector().Value;
        builder.StartTable(1);
        builder.AddOffset(0, vector, 0);
        builder.Finish(builder.EndTable());
        return builder.SizedByteArray();
    }
}

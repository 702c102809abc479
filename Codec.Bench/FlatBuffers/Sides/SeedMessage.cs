using Game;
using Google.FlatBuffers;

namespace Codec.Bench.FlatBuffers.Sides;

/// <summary>The payload of the example packet, built and read exactly as in cpp/bench.</summary>
internal static class SeedMessage
{
    internal static void Build(FlatBufferBuilder builder)
    {
        StringOffset text = builder.CreateString("This is a message!");
        builder.Finish(TestPacket.CreateTestPacket(builder, text, 255).Value);
    }

    internal static ulong Read(ByteBuffer buffer)
    {
        TestPacket packet = TestPacket.GetRootAsTestPacket(buffer);
        return MonsterMessage.Sum(packet.GetMsgBytes()) + (ulong)packet.Number;
    }

    internal static ulong ReadStrings(ByteBuffer buffer)
    {
        TestPacket packet = TestPacket.GetRootAsTestPacket(buffer);
        return MonsterMessage.Sum(packet.Msg) + (ulong)packet.Number;
    }
}

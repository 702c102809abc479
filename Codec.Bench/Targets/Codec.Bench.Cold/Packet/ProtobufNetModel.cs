using System.IO;
using ProtoBuf;
using ProtoBuf.Meta;

namespace Codec.Bench.Cold;

/// <summary>protobuf-net with serializers that its generator writes.</summary>
[ProtoModel]
[ProtoSerializable(typeof(ProtobufNetChat))]
public sealed partial class ProtobufNetModel : TypeModel
{
    internal static int Run()
    {
        using MemoryStream stream = new();
        Instance.Serialize(stream, new ProtobufNetChat { Channel = 1, Sender = Jobs.Sender, Text = Jobs.Text });
        stream.Position = 0;
        ProtobufNetChat read = Instance.Deserialize<ProtobufNetChat>(stream);
        return read.Sender.Length + read.Text.Length;
    }
}

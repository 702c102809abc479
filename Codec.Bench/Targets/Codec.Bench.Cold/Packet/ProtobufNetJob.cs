using System.IO;

namespace Codec.Bench.Cold;

/// <summary>protobuf-net with serializers that its generator writes.</summary>
internal static class ProtobufNetJob
{
    internal static int Run()
    {
        using MemoryStream stream = new();
        ProtobufNetModel.Instance.Serialize(stream, new ProtobufNetChat { Channel = 1, Sender = Jobs.Sender, Text = Jobs.Text });
        stream.Position = 0;
        ProtobufNetChat read = ProtobufNetModel.Instance.Deserialize<ProtobufNetChat>(stream);
        return read.Sender.Length + read.Text.Length;
    }
}

using ProtoBuf;
using ProtoBuf.Meta;

namespace Codec.Bench.Cold;

[ProtoModel]
[ProtoSerializable(typeof(ProtobufNetChat))]
public sealed partial class ProtobufNetModel : TypeModel;

using Microsoft.Extensions.DependencyInjection;
using Orleans.Serialization;
using Orleans.Serialization.Serializers;
using Orleans.Serialization.Session;

namespace Codec.Bench.Serializers;

/// <summary>The serializer of Orleans with its source generator and one session, which is reset.</summary>
public sealed class OrleansSerializer : ObjectSerializer
{
    private readonly ServiceProvider _services = new ServiceCollection().AddSerializer().BuildServiceProvider();

    public override string Name => "Orleans.Serialization";

    protected override Action Write<T>(T value, ArrayBufferWriter<byte> buffer)
    {
        (Serializer<T> serializer, SerializerSession session) = Make<T>();
        return () =>
        {
            session.Reset();
            serializer.Serialize(value, buffer, session);
        };
    }

    protected override Func<T> Read<T>(byte[] payload)
    {
        (Serializer<T> serializer, SerializerSession session) = Make<T>();
        return () =>
        {
            session.Reset();
            return serializer.Deserialize(payload, session)!;
        };
    }

    protected override Type CodeOf<T>() => _services.GetRequiredService<ICodecProvider>().GetCodec<T>().GetType();

    private (Serializer<T> Serializer, SerializerSession Session) Make<T>() =>
        (_services.GetRequiredService<Serializer<T>>(), _services.GetRequiredService<SerializerSessionPool>().GetSession());
}

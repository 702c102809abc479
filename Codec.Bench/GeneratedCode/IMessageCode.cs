using Codec.Bench.Serializers;
using Google.FlatBuffers;

namespace Codec.Bench.GeneratedCode;

/// <summary>A message, and the ways to write and read it. A struct, so that each way is inlined into the loop of its benchmark.</summary>
/// <typeparam name="TSelf">The implementing type.</typeparam>
public interface IMessageCode<TSelf>
    where TSelf : struct, IMessageCode<TSelf>
{
    /// <summary>Gets the sample message that all languages and serializers use.</summary>
    static abstract TSelf Sample { get; }

    /// <summary>Returns one of many messages; large messages are all the same.</summary>
    static abstract TSelf Make(int index);

    /// <summary>Writes with generated code.</summary>
    int Write(byte[] buffer);

    /// <summary>Writes with hand-written code.</summary>
    int HandWrite(byte[] buffer);

    /// <summary>Writes with flatc's code.</summary>
    int BuilderWrite(FlatBuffersSerializer builder);

    /// <summary>Reads every field through the generated view.</summary>
    static abstract double Read(ReadOnlySpan<byte> payload);

    /// <summary>Verifies and reads every field.</summary>
    static abstract double VerifiedRead(ReadOnlySpan<byte> payload);

    /// <summary>Reads every field with hand-written code.</summary>
    static abstract double HandRead(ReadOnlySpan<byte> payload);

    /// <summary>Reads every field through flatc's accessors.</summary>
    static abstract double AccessorsRead(ByteBuffer payload);

    /// <summary>Verifies.</summary>
    static abstract bool Verify(byte[] payload);
}

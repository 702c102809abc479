namespace Codec.Bench.Serializers;

/// <summary>
/// A serializer, used in the fastest way that its documentation describes. To add one, implement this and list it in <see cref="SerializerList"/>.
/// </summary>
public interface IGameSerializer
{
    string Name { get; }

    /// <summary>Gets whether reading does not validate the bytes, so that there is a verifier.</summary>
    bool CanVerify => false;

    /// <summary>Returns whether the message has a shape that the serializer can write.</summary>
    bool Supports(SampleMessage message) => true;

    /// <summary>Returns a function that writes the message into a reused buffer and returns the size in bytes.</summary>
    Func<int> Writer(SampleMessage message);

    /// <summary>Returns a function that reads every field of the written message once and returns their sum.</summary>
    Func<double> Reader(SampleMessage message);

    Func<bool> Verifier(SampleMessage message) => throw new NotSupportedException($"{Name} validates while it reads.");
}

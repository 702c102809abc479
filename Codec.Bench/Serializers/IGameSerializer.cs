using System;

namespace Codec.Bench.Serializers;

/// <summary>One serializer with the sample messages in its own types, used the way that its documentation calls fastest.</summary>
/// <remarks>Not thread-safe: an instance reuses its buffer.</remarks>
public interface IGameSerializer
{
    /// <summary>The name, as tables show it.</summary>
    string Name { get; }

    /// <summary>Gives what serializes a message, from objects that are filled already, into the serializer's buffer.</summary>
    /// <param name="message">Which message.</param>
    /// <returns>Serializes once and returns the size in bytes.</returns>
    Func<int> Writer(SampleMessage message);

    /// <summary>Gives what reads every field of the bytes that <see cref="Writer"/> writes; texts are looked at as the serializer gives them.</summary>
    /// <param name="message">Which message.</param>
    /// <returns>Reads once and returns a sum over all fields, the same from every serializer.</returns>
    Func<double> Reader(SampleMessage message);
}

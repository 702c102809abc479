using System;

namespace Codec.Bench.Serializers;

/// <summary>A serializer with its own types for the sample messages. It is used in the way that its documentation describes as fastest.</summary>
/// <remarks>Not thread-safe: an instance reuses its buffer.</remarks>
public interface IGameSerializer
{
    /// <summary>Gets the name that tables show.</summary>
    string Name { get; }

    /// <summary>Returns a function that serializes a message, from existing objects, into the serializer's buffer.</summary>
    /// <param name="message">The message.</param>
    /// <returns>A function that serializes once and returns the size in bytes.</returns>
    Func<int> Writer(SampleMessage message);

    /// <summary>
    /// Returns a function that reads every field of the output of <see cref="Writer"/>, with strings in the form that the serializer returns.
    /// </summary>
    /// <param name="message">The message.</param>
    /// <returns>A function that reads once and returns a checksum of all fields, which is equal for every serializer.</returns>
    Func<double> Reader(SampleMessage message);
}

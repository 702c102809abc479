using System;
using System.Linq;

namespace Codec.Bench.Serializers;

/// <summary>Checks, once before anything is measured, that all serializers of a benchmark class read the same values.</summary>
internal static class SerializerCheck
{
    /// <remarks>
    /// Sums do not tell -0.0f from +0, which protobuf-net needs: it leaves out a number that equals 0, and so reads a -0.0f back as +0.
    /// </remarks>
    /// <exception cref="InvalidOperationException">A serializer reads another sum than the first.</exception>
    internal static void SameSums(SampleMessage message, params (string Name, Func<double> Read)[] readers)
    {
        double expected = readers[0].Read();
        foreach ((string name, Func<double> read) in readers.Skip(1))
        {
            double sum = read();
            if (sum != expected)
            {
                throw new InvalidOperationException($"{readers[0].Name} reads {expected} from the {message} message, {name} {sum}.");
            }
        }
    }

    /// <exception cref="InvalidOperationException">A serializer refuses its own bytes.</exception>
    internal static void Accepted(SampleMessage message, params Func<bool>[] verifiers)
    {
        if (!verifiers.All(verify => verify()))
        {
            throw new InvalidOperationException($"A verifier refuses the {message} message.");
        }
    }
}

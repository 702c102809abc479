using System;
using System.Linq;

namespace Codec.Bench.Serializers;

/// <summary>Checks, once before anything is measured, that all serializers of a benchmark class read the same values.</summary>
internal static class SerializerCheck
{
    /// <remarks>
    /// The checksums do not distinguish -0.0f from +0. protobuf-net requires this: it omits a number that equals 0, and therefore reads -0.0f as +0.
    /// </remarks>
    /// <exception cref="InvalidOperationException">A serializer has another checksum than the first one.</exception>
    internal static void SameSums(SampleMessage message, params (string Name, Func<double> Read)[] readers)
    {
        double expected = readers[0].Read();
        foreach ((string name, Func<double> read) in readers.Skip(1))
        {
            double sum = read();
            if (sum != expected)
            {
                throw new InvalidOperationException($"{readers[0].Name} reads {expected} from the {message} message, but {name} reads {sum}.");
            }
        }
    }

    /// <exception cref="InvalidOperationException">A serializer rejects its own output.</exception>
    internal static void Accepted(SampleMessage message, params Func<bool>[] verifiers)
    {
        if (!verifiers.All(verify => verify()))
        {
            throw new InvalidOperationException($"A verifier rejects the {message} message.");
        }
    }
}

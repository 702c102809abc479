namespace Codec.Bench.Scale;

/// <summary>The managed memory of a connection, in bytes after a full garbage collection.</summary>
internal sealed record IdleFigures(double Unused, double Used, double Left)
{
    private const int MostDescriptors = 4;

    // Five seconds in all: on a busy machine, the server needs time to notice the resets.
    private const int MaxRepeats = 50;
    private const int RepeatMilliseconds = 100;

    /// <summary>Starts a server, connects, sends packets, and resets all connections.</summary>
    /// <exception cref="InvalidOperationException">The server has more open descriptors than before.</exception>
    internal static IdleFigures Measure(ServerKind kind, int connections)
    {
        using ScaleLoad load = new(kind, ScaleFigures.PacketSize);

        // The first connections create objects that exist only once.
        load.WarmUp();
        double[] none = load.Ask("memory");
        load.Connect(connections);
        double[] unused = load.Ask("memory");
        load.Run(calls: 2);
        double[] used = load.Ask("memory");
        load.Drop();
        double[] left = load.Ask("memory");
        for (int i = 0; left[1] - none[1] > MostDescriptors; i++)
        {
            if (i == MaxRepeats)
            {
                throw new InvalidOperationException(
                    $"{left[1] - none[1]} descriptors are open after {connections} connections of the {kind} server were reset.");
            }

            Thread.Sleep(RepeatMilliseconds);
            left = load.Ask("memory");
        }

        return new IdleFigures((unused[0] - none[0]) / connections, (used[0] - none[0]) / connections, (left[0] - none[0]) / connections);
    }
}

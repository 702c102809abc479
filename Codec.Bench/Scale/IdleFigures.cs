using System;
using System.Threading;

namespace Codec.Bench.Scale;

/// <summary>
/// The memory of a server's connections while nothing is sent, and the memory that remains after all connections were reset at once.
/// </summary>
/// <param name="Managed">The managed memory of a connection that was never used, in bytes.</param>
/// <param name="Rented">The part of it that is rented from the pool, in bytes.</param>
/// <param name="UsedManaged">The managed memory of a connection that has answered packets and is now idle, in bytes.</param>
/// <param name="UsedRented">The part of it that is rented from the pool, in bytes.</param>
/// <param name="Left">The managed memory that remains for each connection after the reset, in bytes.</param>
/// <param name="LeftRented">The part of it that is rented from the pool, in bytes.</param>
internal sealed record IdleFigures(
    double Managed, double Rented, double UsedManaged, double UsedRented, double Left, double LeftRented)
{
    /// <summary>The tolerance of open descriptors, because the runtime itself opens a few of them.</summary>
    private const int MostDescriptors = 4;

    // Five seconds in all.
    private const int MaxRepeats = 50;
    private const int RepeatMilliseconds = 100;

    /// <summary>Starts a server, and measures it.</summary>
    /// <exception cref="InvalidOperationException">Descriptors are still open after the reset.</exception>
    internal static IdleFigures Measure(ServerKind kind, int connections)
    {
        using ScaleLoad load = new(kind, ConnectionScale.PacketSize, countsRents: true);

        // The first connections create objects that exist only once. These objects do not count.
        load.WarmUp();
        double[] none = load.Server.Ask("memory");
        load.Connect(connections);
        double[] idle = load.Server.Ask("memory");
        load.Run(calls: 2);
        double[] used = load.Server.Ask("memory");
        load.Drop();
        double[] left = load.Server.Ask("memory");
        for (int i = 0; i < MaxRepeats && left[2] - none[2] > MostDescriptors; i++)
        {
            // On a busy machine, the server needs time to notice the resets.
            Thread.Sleep(RepeatMilliseconds);
            left = load.Server.Ask("memory");
        }

        return left[2] - none[2] > MostDescriptors
            ? throw new InvalidOperationException($"{left[2] - none[2]} descriptors are open after {connections} connections of the {kind} server were reset.")
            : new IdleFigures(
            (idle[0] - none[0]) / connections,
            (idle[1] - none[1]) / connections,
            (used[0] - none[0]) / connections,
            (used[1] - none[1]) / connections,
            (left[0] - none[0]) / connections,
            (left[1] - none[1]) / connections);
    }
}

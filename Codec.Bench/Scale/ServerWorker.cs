namespace Codec.Bench.Scale;

/// <summary>The process of a server. It prints its port, and then answers each line of its standard input with numbers.</summary>
internal static class ServerWorker
{
    internal const string Verb = "scale-server";

    internal static void Run(ServerKind kind, int packetSize)
    {
        if (kind != ServerKind.Raw)
        {
            Run(new PacketEchoServer(packetSize, kind == ServerKind.Session ? HeartbeatFigures.Server : null));
        }
        else
        {
            Run(new RawEchoServer(packetSize));
        }
    }

    private static void Run<T>(EchoServer<T> server)
        where T : class
    {
        using EchoServer<T> running = server;
        _ = server.AcceptAsync();
        Answer($"{server.EndPoint.Port}");
        while (Console.In.ReadLine() is { } line)
        {
            string[] words = line.Split(' ');
            switch (words[0])
            {
                // Processor time in nanoseconds, and compiled methods.
                case "cpu":
                    Answer($"{Environment.CpuUsage.TotalTime.TotalNanoseconds:0} {JitCounter.CompiledMethods}");
                    break;

                // Until so many connections are open.
                case "wait":
                    server.Wait(int.Parse(words[1], CultureInfo.InvariantCulture));
                    Answer($"0");
                    break;

                // Managed bytes, and open descriptors.
                case "memory":
                    Answer($"{GC.GetTotalMemory(forceFullCollection: true)} {Descriptors()}");
                    break;

                // So many packets to every connection.
                case "broadcast":
                    server.BroadcastAsync(long.Parse(words[1], CultureInfo.InvariantCulture)).GetAwaiter().GetResult();
                    Answer($"0");
                    break;
                default:
                    throw new InvalidDataException($"Unknown request '{line}'.");
            }
        }
    }

    /// <summary>Returns the number of open descriptors of the process; 0 if the system does not list them.</summary>
    private static int Descriptors() => Directory.Exists("/proc/self/fd") ? Directory.GetFileSystemEntries("/proc/self/fd").Length : 0;

    private static void Answer(FormattableString answer)
    {
        Console.Out.WriteLine(answer.ToString(CultureInfo.InvariantCulture));
        Console.Out.Flush();
    }
}

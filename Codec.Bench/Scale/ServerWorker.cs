using System;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using Codec.Bench.Compat;

namespace Codec.Bench.Scale;

/// <summary>
/// The process of a server. It prints its port, and then answers each line of its standard input with numbers: <c>cpu</c> with its processor time in
/// nanoseconds and the number of methods that the JIT has compiled; <c>wait N</c> with the nanoseconds until N connections are open;
/// <c>memory</c> with the bytes of managed memory, the bytes that are rented from the shared pool, and the open descriptors; <c>broadcast N</c> and
/// <c>close</c> with the nanoseconds that they took.
/// </summary>
internal static class ServerWorker
{
    /// <summary>The argument with which this program runs as a server.</summary>
    internal const string Verb = "scale-server";

    /// <summary>Answers commands until the end of the input.</summary>
    /// <param name="kind">The kind of the server.</param>
    /// <param name="packetSize">The size of the packets in bytes.</param>
    /// <param name="countsRents">Whether rented bytes are counted, which takes time for each packet.</param>
    internal static void Run(ServerKind kind, int packetSize, bool countsRents)
    {
        using RentedBytes? rented = countsRents ? new RentedBytes() : null;
        using IEchoServer server = kind == ServerKind.Codec ? new PacketEchoServer(packetSize) : new RawEchoServer(packetSize);
        _ = server.AcceptAsync();
        Answer($"{server.EndPoint.Port}");
        while (Console.In.ReadLine() is { } line)
        {
            string[] words = line.Split(' ');
            switch (words[0])
            {
                case "cpu":
                    Answer($"{Environment.CpuUsage.TotalTime.TotalNanoseconds:0} {JitCounter.CompiledMethods}");
                    break;
                case "wait":
                    AnswerTime(() => server.Wait(int.Parse(words[1], CultureInfo.InvariantCulture)));
                    break;
                case "memory":
                    Answer($"{GC.GetTotalMemory(forceFullCollection: true)} {rented?.Bytes ?? 0} {Descriptors()}");
                    break;
                case "broadcast":
                    AnswerTime(() => server.BroadcastAsync(long.Parse(words[1], CultureInfo.InvariantCulture)).GetAwaiter().GetResult());
                    break;
                case "close":
                    AnswerTime(() =>
                    {
                        server.CloseAsync().GetAwaiter().GetResult();
                        server.Wait(0);
                    });
                    break;
                default:
                    throw new ArgumentException($"Unknown request '{line}'.", nameof(kind));
            }
        }
    }

    /// <summary>Returns the number of open descriptors of the process; 0 if the system does not list them.</summary>
    private static int Descriptors() => Directory.Exists("/proc/self/fd") ? Directory.GetFileSystemEntries("/proc/self/fd").Length : 0;

    private static void AnswerTime(Action action)
    {
        long start = Stopwatch.GetTimestamp();
        action();
        Answer($"{Stopwatch.GetElapsedTime(start).TotalNanoseconds:0}");
    }

    private static void Answer(FormattableString answer)
    {
        Console.Out.WriteLine(answer.ToString(CultureInfo.InvariantCulture));
        Console.Out.Flush();
    }
}

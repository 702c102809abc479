using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net;
using System.Threading.Tasks;

namespace Codec.Soak;

/// <summary>The program cpp/tests/soak/soak_peer.cpp, which runs the C++ ends of any number of links.</summary>
internal sealed class CppPeer : IDisposable
{
    private const string Announcement = "listening on ";

    private readonly Process _process;
    private readonly Dictionary<uint, TaskCompletionSource> _clients = [];
    private Func<uint, bool, LinkEnd?> _find = (_, _) => null;

    public CppPeer(string program)
    {
        _process = Process.Start(new ProcessStartInfo(program) { RedirectStandardInput = true, RedirectStandardOutput = true })!;
        string line = _process.StandardOutput.ReadLine() ?? "";
        if (!line.StartsWith(Announcement, StringComparison.Ordinal))
        {
            throw new InvalidOperationException($"{program} does not listen: {line}");
        }

        EndPoint = new IPEndPoint(IPAddress.Loopback, int.Parse(line[Announcement.Length..], CultureInfo.InvariantCulture));
        _ = ReadReportsAsync();
    }

    public IPEndPoint EndPoint { get; }

    /// <summary>Gets the number of accepted connections that have ended in this round.</summary>
    public int EndedSessions { get; private set; }

    /// <summary>Gets the errors that occurred.</summary>
    public string? Wrong { get; private set; }

    /// <summary>Gets the number of file descriptors and threads of the process.</summary>
    public (int Handles, int Threads) Resources => (Count("fd"), Count("task"));

    /// <summary>Starts a round.</summary>
    /// <param name="find">Returns the account of an end.</param>
    public void Begin(Func<uint, bool, LinkEnd?> find)
    {
        _find = find;
        EndedSessions = 0;
    }

    /// <summary>Runs the client end of a link.</summary>
    public Task RunAsync(LinkEnd end, IPEndPoint server)
    {
        TaskCompletionSource ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
        lock (_clients)
        {
            _clients[end.Plan.Number] = ended;
        }

        LinkPlan plan = end.Plan;
        end.State = "in C++";
        string command = string.Create(
            CultureInfo.InvariantCulture, $"{server.Port} {plan.Number} {plan.Packets} {plan.Answers} {plan.MaxPayload} {(plan.EndsLast ? 1 : 0)}");
        lock (_process)
        {
            _process.StandardInput.WriteLine(command);
        }

        return ended.Task;
    }

    public void Dispose()
    {
        _process.Kill();
        _process.WaitForExit();
        _process.Dispose();
    }

    private int Count(string what) => Directory.EnumerateFileSystemEntries($"/proc/{_process.Id}/{what}").Count();

    private async Task ReadReportsAsync()
    {
        try
        {
            while (await _process.StandardOutput.ReadLineAsync().ConfigureAwait(false) is { } line)
            {
                Read(line);
            }

            Wrong ??= "the C++ peer has ended";
        }
        catch (Exception exception)
        {
            Wrong ??= $"reading a report threw {exception}";
        }
    }

    // client|server LINK received N accepted N unsent N completed|truncated|failed|wrong: ...
    private void Read(string line)
    {
        string[] words = line.Split(' ', 9);
        bool isClient = words[0] == "client";
        uint number = uint.Parse(words[1], CultureInfo.InvariantCulture);
        if (_find(number, isClient) is { } end)
        {
            end.Received = uint.Parse(words[3], CultureInfo.InvariantCulture);
            end.Accepted = uint.Parse(words[5], CultureInfo.InvariantCulture);
            end.Unsent = uint.Parse(words[7], CultureInfo.InvariantCulture);
            end.Ended = words[8] switch
            {
                "completed" => StreamEnd.Completed,
                "truncated" => StreamEnd.Truncated,
                _ => StreamEnd.Failed,
            };
            end.State = "closed";
            end.IsClosed = true;
            if (words[8].StartsWith("wrong", StringComparison.Ordinal))
            {
                end.Wrong ??= line;
            }
        }
        else if (words[8].StartsWith("wrong", StringComparison.Ordinal))
        {
            Wrong ??= line;
        }

        if (isClient)
        {
            lock (_clients)
            {
                _clients[number].SetResult();
            }
        }
        else
        {
            EndedSessions++;
        }
    }
}

using System.Diagnostics;

namespace Codec.Soak;

/// <summary>The program cpp/tests/soak/soak_peer.cpp, which runs the C++ ends of any number of links.</summary>
internal sealed class CppPeer : IDisposable
{
    private readonly Process _process;
    private readonly Dictionary<uint, TaskCompletionSource> _clients = [];
    private readonly int[] _ports;
    private Func<uint, bool, LinkEnd?> _find = (_, _) => null;

    public CppPeer(string program)
    {
        _process = Process.Start(new ProcessStartInfo(program) { RedirectStandardInput = true, RedirectStandardOutput = true })!;
        string ports = _process.StandardOutput.ReadLine()!["listening on ".Length..];
        _ports = [.. ports.Split(' ').Select(port => int.Parse(port, CultureInfo.InvariantCulture))];
        _ = ReadReportsAsync();
    }

    public int EndedSessions { get; private set; }
    public string? Wrong { get; private set; }

    /// <summary>Gets the number of file descriptors and threads of the process.</summary>
    public int Resources => ((string[])["fd", "task"]).Sum(what => Directory.EnumerateFileSystemEntries($"/proc/{_process.Id}/{what}").Count());

    /// <summary>Returns the address of the server, or of the one whose connections have deadlines.</summary>
    public IPEndPoint EndPointFor(LinkPlan plan) => new(IPAddress.Loopback, _ports[plan.Fault == LinkFault.HalfOpen ? 1 : 0]);

    /// <summary>Starts a round, whose accounts of the client and server ends a function returns.</summary>
    public void Begin(Func<uint, bool, LinkEnd?> find)
    {
        _find = find;
        EndedSessions = 0;
    }

    public Task RunAsync(LinkEnd end, IPEndPoint server)
    {
        TaskCompletionSource ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
        LinkPlan plan = end.Plan;
        long closeAt = plan.Fault == LinkFault.Disposed ? plan.FaultAt + 1 : 0;
        end.State = "in C++";
        lock (_clients)
        {
            _clients[plan.Number] = ended;
            _process.StandardInput.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"{(plan.IsPolled ? "poll" : "connection")} {server.Port} {plan.Number} {plan.Packets} {plan.Answers} {plan.MaxPayload} "
                + $"{(plan.EndsLast ? 1 : 0)} {plan.SendLimit} {(int)plan.Fault} {plan.Seed} {closeAt}"));
        }

        return ended.Task;
    }

    public void Dispose()
    {
        _process.Kill();
        _process.WaitForExit();
        _process.Dispose();
    }

    private async Task ReadReportsAsync()
    {
        while (await _process.StandardOutput.ReadLineAsync().ConfigureAwait(false) is { } line)
        {
            Read(line);
        }

        Wrong ??= "the C++ peer has ended";
    }

    // client|server LINK received N accepted N unsent N closed 0|1 REASON completed|truncated|failed|wrong: ...
    private void Read(string line)
    {
        string[] words = line.Split(' ', 12);
        bool isClient = words[0] == "client";
        uint number = uint.Parse(words[1], CultureInfo.InvariantCulture);
        if (words[11].StartsWith("wrong", StringComparison.Ordinal))
        {
            Wrong ??= line;
        }

        if (_find(number, isClient) is { } end)
        {
            end.Received = uint.Parse(words[3], CultureInfo.InvariantCulture);
            end.Accepted = uint.Parse(words[5], CultureInfo.InvariantCulture);
            end.Unsent = uint.Parse(words[7], CultureInfo.InvariantCulture);
            end.HasDisposed = words[9] == "1";
            end.Reason = Enum.Parse<PacketCloseReason>(words[10]);
            end.Ended = Enum.TryParse(words[11], ignoreCase: true, out StreamEnd ended) ? ended : StreamEnd.Failed;
            end.State = "closed";
            end.IsClosed = true;
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

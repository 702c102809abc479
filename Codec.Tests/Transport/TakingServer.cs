namespace Codec.Tests.Transport;

/// <summary>The C++ program of cpp/tests/live on a free loopback port. It reports the number of complete packets that it has received.</summary>
public sealed class TakingServer : IDisposable
{
    private const string Announcement = "listening on ";
    private const string Count = "taken ";
    private readonly Process _process;

    /// <summary>Starts the program.</summary>
    /// <param name="pauseAfter">The number of packets after which it stops reading until <see cref="GoOn"/>, or 0 to never stop.</param>
    public TakingServer(int pauseAfter = 0)
    {
        ExternalProgram.Require("asio.hpp");
        _process = ExternalProgram.Start(CppPrograms.Build("tests/live", "codec_take_packets"), [$"{pauseAfter}"], redirectInput: true);
        string? line = _process.StandardOutput.ReadLine();
        Assert.That(line, Does.StartWith(Announcement));
        EndPoint = new IPEndPoint(IPAddress.Loopback, int.Parse(line![Announcement.Length..], CultureInfo.InvariantCulture));
    }

    public IPEndPoint EndPoint { get; }

    /// <summary>Gets the last reported number of received packets. They are complete and in order.</summary>
    public long Taken { get; private set; }

    /// <summary>Reads the output until the program has received the given number of packets.</summary>
    public async Task WaitForAsync(long taken)
    {
        while (Taken < taken)
        {
            Assert.That(await ReadLineAsync(), Is.Not.Null, $"it ended after {Taken} packets");
        }
    }

    /// <summary>Continues reading after a pause.</summary>
    public void GoOn() => _process.StandardInput.WriteLine();

    /// <summary>Ends the process, and reads the rest of its output.</summary>
    public async Task KillAsync()
    {
        _process.Kill();
        while (await ReadLineAsync() is not null)
        {
        }

        Assert.That(await _process.StandardError.ReadToEndAsync(), Is.Empty);
    }

    /// <summary>Reads the output until the program has received the end of the stream.</summary>
    public async Task WaitForEndAsync()
    {
        string? last = null;
        while (await ReadLineAsync() is { } line)
        {
            last = line;
        }

        Assert.That((last, await _process.StandardError.ReadToEndAsync()), Is.EqualTo(("ended", string.Empty)));
    }

    public void Dispose()
    {
        if (!_process.HasExited)
        {
            _process.Kill();
            _process.WaitForExit();
        }

        _process.Dispose();
    }

    private async Task<string?> ReadLineAsync()
    {
        string? line = await _process.StandardOutput.ReadLineAsync();
        if (line is not null && line.StartsWith(Count, StringComparison.Ordinal))
        {
            Taken = long.Parse(line.AsSpan(Count.Length), CultureInfo.InvariantCulture);
        }

        return line;
    }
}

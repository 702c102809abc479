using System;
using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Threading.Tasks;
using Codec.Tests.Interop;
using NUnit.Framework;

namespace Codec.Tests.Transport;

/// <summary>The C++ program of cpp/tests/live on a free loopback port. It reports the number of whole packets that it has received.</summary>
public sealed class TakingServer : IDisposable
{
    private const string Announcement = "listening on ";
    private const string Count = "taken ";
    private readonly Process _process;

    /// <summary>Starts it.</summary>
    /// <param name="pauseAfter">After how many packets it stops reading until <see cref="GoOn"/>; 0 for never.</param>
    public TakingServer(int pauseAfter = 0)
    {
        ExternalProgram.Require("asio.hpp");
        _process = ExternalProgram.Start(CppPrograms.Build("tests/live", "codec_take_packets"), [$"{pauseAfter}"], redirectInput: true);
        string? line = _process.StandardOutput.ReadLine();
        Assert.That(line, Does.StartWith(Announcement));
        EndPoint = new IPEndPoint(IPAddress.Loopback, int.Parse(line![Announcement.Length..], CultureInfo.InvariantCulture));
    }

    public IPEndPoint EndPoint { get; }

    /// <summary>How many packets it has said it has taken: the first ones, each of them whole.</summary>
    public long Taken { get; private set; }

    /// <summary>Listens to it until it has taken so many packets.</summary>
    public async Task WaitForAsync(long taken)
    {
        while (Taken < taken)
        {
            Assert.That(await ReadLineAsync(), Is.Not.Null, $"it ended after {Taken} packets");
        }
    }

    /// <summary>Lets it read again.</summary>
    public void GoOn() => _process.StandardInput.WriteLine();

    /// <summary>Ends it in the middle of what it does, and listens to what it had said before.</summary>
    public async Task KillAsync()
    {
        _process.Kill();
        while (await ReadLineAsync() is not null)
        {
        }

        Assert.That(await _process.StandardError.ReadToEndAsync(), Is.Empty);
    }

    /// <summary>Listens to it until it has seen the end of the stream.</summary>
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

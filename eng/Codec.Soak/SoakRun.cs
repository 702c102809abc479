using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Threading;

namespace Codec.Soak;

/// <summary>Runs rounds until the time has elapsed or a round fails.</summary>
internal sealed class SoakRun : IDisposable
{
    // A round takes seconds, or a few times as long on a busy machine.
    private static readonly TimeSpan RoundLimit = TimeSpan.FromSeconds(180);
    private static readonly TimeSpan ProgressInterval = TimeSpan.FromMinutes(1);

    // Every second round lacks a resource. All of these environments come first, so that a run of a minute includes them.
    private static readonly RoundEnvironment[] Order =
    [
        RoundEnvironment.None, RoundEnvironment.FewDescriptors, RoundEnvironment.ClockSteps, RoundEnvironment.BusyThreadPool,
        RoundEnvironment.SmallHeap, RoundEnvironment.None, RoundEnvironment.None, RoundEnvironment.None,
    ];

    private readonly SoakOptions _options;
    private readonly Totals _totals = new();
    private readonly X509Certificate2 _certificate = MakeCertificate();
    private readonly CppPeer _cppClient;
    private readonly CppPeer _cppServer;
    private readonly ResourceCheck _resources;
    private readonly Stopwatch _time = Stopwatch.StartNew();

    public SoakRun(SoakOptions options)
    {
        _options = options;
        _cppClient = new CppPeer(Path.Combine(options.Programs, "codec_soak_peer"));
        _cppServer = new CppPeer(Path.Combine(options.Programs, "codec_soak_peer"));
        _resources = new ResourceCheck([_cppClient, _cppServer]);
    }

    /// <summary>Runs the rounds.</summary>
    /// <returns>Whether all rounds succeeded.</returns>
    public bool Run()
    {
        if (!_options.IsChild)
        {
            Console.WriteLine(_options.Seed is int only ? $"one round, with the seed {only}" : $"rounds for {_options.Minutes} minutes");
        }

        // The console opens a file descriptor at its first use.
        Console.Out.Flush();
        bool hasPassed = RunRound(RoundPlan.WarmUp(), new Totals(), checksResources: false);
        _resources.Begin();
        if (hasPassed && _options.Seed is int seed)
        {
            hasPassed = RunRound(RoundPlan.From(seed));
        }
        else if (hasPassed)
        {
            hasPassed = RunRounds();
        }

        if (_options.IsChild)
        {
            foreach (string line in _totals.Lines())
            {
                Console.WriteLine(line);
            }
        }
        else
        {
            Console.WriteLine($"{_time.Elapsed:hh\\:mm\\:ss}: {(hasPassed ? "passed" : "FAILED")}\n{_totals}");
            Console.WriteLine($"  start: {_resources.Start}\n  end:   {_resources.Last ?? _resources.Start}");
        }

        return hasPassed;
    }

    public void Dispose()
    {
        _cppClient.Dispose();
        _cppServer.Dispose();
        _resources.Dispose();
        _certificate.Dispose();
    }

    private static X509Certificate2 MakeCertificate()
    {
        using ECDsa key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        CertificateRequest request = new("CN=localhost", key, HashAlgorithmName.SHA256);

        // Longer than the steps of the clock.
        return request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-10), DateTimeOffset.UtcNow.AddDays(10));
    }

    private bool RunRounds()
    {
        Random random = new();
        TimeSpan nextLine = ProgressInterval;
        for (int i = 0; _time.Elapsed < TimeSpan.FromMinutes(_options.Minutes); i++)
        {
            if (!RunRound(RoundPlan.From(RoundPlan.SeedFor(Order[i % Order.Length], random))))
            {
                return false;
            }

            if (_time.Elapsed >= nextLine)
            {
                Console.WriteLine(
                    $"{_time.Elapsed:hh\\:mm\\:ss}: {_totals.Get("rounds")} rounds, {_totals.Get("connections"):#,##0} connections, " +
                    $"{_totals.Get("packets received"):#,##0} packets received");
                nextLine = _time.Elapsed + ProgressInterval;
            }
        }

        return true;
    }

    private bool RunRound(RoundPlan plan) =>
        _options.IsChild || plan.Environment == RoundEnvironment.None
            ? RunRound(plan, _totals, checksResources: true)
            : ChildRound.Run(_options.Programs, plan, _totals);

    private bool RunRound(RoundPlan plan, Totals totals, bool checksResources)
    {
        List<string> problems = [.. RunLinks(plan, totals)];
        if (checksResources && problems.Count == 0 && _resources.Check() is string problem)
        {
            problems.Add(problem);
        }

        Report(plan, problems);
        return problems.Count == 0;
    }

    // The objects of the round must not be referenced from the frame that checks whether they were collected.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private IReadOnlyList<string> RunLinks(RoundPlan plan, Totals totals)
    {
        using Round round = new(plan, _certificate, _cppClient, _cppServer);
        using ManualResetEventSlim ended = new();
        Thread watchdog = new(() => Watch(plan, round, ended)) { IsBackground = true, Name = "watchdog" };
        watchdog.Start();
        using ThreadPoolBlocker? blocker = plan.Environment == RoundEnvironment.BusyThreadPool ? new() : null;
        try
        {
            return round.RunAsync(totals).GetAwaiter().GetResult();
        }
        catch (Exception exception)
        {
            return [$"the round threw {exception}\n{round.Describe()}"];
        }
        finally
        {
            ended.Set();
            watchdog.Join();
        }
    }

    // This runs on another thread, because a busy thread pool can be the reason why the round does not end.
    private void Watch(RoundPlan plan, Round round, ManualResetEventSlim ended)
    {
        if (!ended.Wait(RoundLimit))
        {
            Report(plan, [$"the round has not ended within {RoundLimit.TotalSeconds} seconds: {round.Describe()}"]);
            Environment.Exit(1);
        }
    }

    private void Report(RoundPlan plan, List<string> problems)
    {
        foreach (string problem in problems)
        {
            Console.WriteLine(problem);
        }

        if (problems.Count > 0)
        {
            int seed = _options.Seed ?? plan.Seed;
            Console.WriteLine($"FAILED: the round with the seed {seed} in the environment {plan.Environment}. To repeat it: eng/soak --seed {seed}");
        }
    }
}

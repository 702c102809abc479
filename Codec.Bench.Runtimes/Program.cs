using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Reflection;
using BenchmarkDotNet.Attributes;
using Codec.Bench.Headers;
using Codec.Bench.Packets;
using Codec.Bench.Runtimes;

// A line for each case: class, method, bytes an operation, and the samples in nanoseconds an operation.
// The cases of a class take turns, so that a neighbour, or a clock that changes, hits all of them alike.
int samples = args.Length > 0 ? int.Parse(args[0], CultureInfo.InvariantCulture) : 101;

// Each tier of the JIT waits until nothing new was compiled for 100 ms: each case is warmed up twice, the second time when all the others
// have had their first. Mono compiles once.
TimeSpan warmUp = TimeSpan.FromMilliseconds(args.Length > 1 ? int.Parse(args[1], CultureInfo.InvariantCulture) : 250);
Console.WriteLine($"runtime|{Host()}");
foreach (Type type in new[] { typeof(HeaderArrayBenchmarks), typeof(HeaderSpanBenchmarks), typeof(MakePacketBenchmarks) })
{
    object instance = Activator.CreateInstance(type)!;
    foreach (MethodInfo setup in type.GetMethods().Where(method => method.IsDefined(typeof(GlobalSetupAttribute))))
    {
        setup.Invoke(instance, null);
    }

    Case[] cases = [.. type.GetMethods().Where(method => method.IsDefined(typeof(BenchmarkAttribute))).Select(method => new Case(instance, method))];
    foreach (Case one in cases.Concat(cases))
    {
        one.WarmUp(warmUp);
    }

    foreach (Case one in cases)
    {
        one.SettleCalls();
    }

    List<double>[] times = [.. cases.Select(_ => new List<double>())];
    for (int round = 0; round < samples; round++)
    {
        for (int i = 0; i < cases.Length; i++)
        {
            times[i].Add(cases[i].Sample());
        }
    }

    for (int i = 0; i < cases.Length; i++)
    {
        string text = string.Join(",", times[i].Select(time => time.ToString("0.###", CultureInfo.InvariantCulture)));
        Console.WriteLine(string.Format(CultureInfo.InvariantCulture, "{0}|{1}|{2:0.##}|{3}", type.Name, cases[i].Name, cases[i].Bytes(), text));
    }
}

static string Host() =>
    Type.GetType("Mono.Runtime")?.GetMethod("GetDisplayName", BindingFlags.NonPublic | BindingFlags.Static)?.Invoke(null, null) is string version
        ? "Mono " + version.Split(' ')[0]
        : ".NET " + Environment.Version;

using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.Linq;
using System.Reflection;
using BenchmarkDotNet.Attributes;
using Codec.Bench.Compat;

namespace Codec.Bench.Measuring;

/// <summary>A [Benchmark] method that was found by name. An instance of its class exists, its parameters are set, and its setup has run.</summary>
internal sealed class BenchmarkMethod : IWorkload, IDisposable
{
    private readonly object _instance;

    private BenchmarkMethod(object instance, MethodInfo method)
    {
        _instance = instance;
        Method = method;
        OperationsPerCall = method.GetCustomAttribute<BenchmarkAttribute>()!.OperationsPerInvoke;
        RunMarked<GlobalSetupAttribute>(attribute => attribute.Targets);
        Invoker = BenchmarkInvoker.Of(instance, method);
    }

    /// <summary>Gets the method.</summary>
    public MethodInfo Method { get; }

    /// <inheritdoc/>
    public int OperationsPerCall { get; }

    /// <inheritdoc/>
    public long CompiledMethods => JitCounter.CompiledMethods;

    /// <summary>Calls the method a number of times.</summary>
    public BenchmarkInvoker Invoker { get; }

    /// <summary>Finds <c>Class.Method</c> among this assembly's benchmarks, and prepares it to run.</summary>
    /// <exception cref="ArgumentException">There is no such benchmark, or a parameter is not valid for it.</exception>
    public static BenchmarkMethod Make(string name, string? parameters)
    {
        MethodInfo method = Find(name);
        object instance = Activator.CreateInstance(method.DeclaringType!)!;
        SetParameters(instance, parameters);
        return new BenchmarkMethod(instance, method);
    }

    /// <summary>Finds <c>Class.Method</c> among this assembly's benchmarks.</summary>
    /// <exception cref="ArgumentException">There is no such benchmark, or it uses a feature that only BenchmarkDotNet supports.</exception>
    public static MethodInfo Find(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        string[] parts = name.Split('.');
        MethodInfo? method = typeof(BenchmarkMethod).Assembly.GetTypes()
            .Where(type => type.Name == parts[0] && !type.IsAbstract)
            .SelectMany(type => type.GetMethods())
            .FirstOrDefault(candidate => candidate.Name == parts[^1] && candidate.GetCustomAttribute<BenchmarkAttribute>() is not null);
        if (method is null)
        {
            throw new ArgumentException($"There is no benchmark '{name}'; a budget names it as Class.Method.", nameof(name));
        }

        if (method.GetParameters().Length != 0 || method.DeclaringType!.GetMethods().Any(other => other.IsDefined(typeof(IterationSetupAttribute))))
        {
            throw new ArgumentException($"The benchmark '{name}' has arguments or an iteration setup, which budgets do not run.", nameof(name));
        }

        return method;
    }

    /// <inheritdoc/>
    public double Run(long calls)
    {
        long start = Stopwatch.GetTimestamp();
        Invoker.Run(calls);
        return Stopwatch.GetElapsedTime(start).TotalNanoseconds;
    }

    /// <summary>
    /// Makes the calls, and returns the number of bytes that the whole process allocated during them, on any thread. If the runtime grew, the calls
    /// are repeated.
    /// </summary>
    public double Allocate(long calls) => RuntimeGrowth.RoundWithoutGrowth(() => RuntimeGrowth.Now, () =>
    {
        // If the runtime has started to grow, it finishes during this call.
        Invoker.Run(1);
        long before = GC.GetTotalAllocatedBytes(precise: true);
        Invoker.Run(calls);
        return (double)(GC.GetTotalAllocatedBytes(precise: true) - before);
    });

    /// <summary>Calls the method once and returns its result.</summary>
    public object? Call() => Method.Invoke(_instance, null);

    /// <inheritdoc/>
    public void Dispose()
    {
        RunMarked<GlobalCleanupAttribute>(attribute => attribute.Targets);
        (_instance as IDisposable)?.Dispose();
    }

    private static void SetParameters(object instance, string? parameters)
    {
        Dictionary<string, string> given = (parameters ?? string.Empty)
            .Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
            .Select(pair => pair.Split('=', 2))
            .ToDictionary(pair => pair[0], pair => pair[1], StringComparer.Ordinal);
        foreach (MemberInfo member in instance.GetType().GetMembers())
        {
            object?[]? values = member.GetCustomAttribute<ParamsAttribute>()?.Values;
            Type? type = (member as PropertyInfo)?.PropertyType ?? (member as FieldInfo)?.FieldType;
            bool named = given.Remove(member.Name, out string? text);
            if (type is null || (values is null && !named))
            {
                continue;
            }

            object? value = !named ? values![0]
                : type.IsEnum ? Enum.Parse(type, text!)
                : Convert.ChangeType(text, type, CultureInfo.InvariantCulture);
            (member as PropertyInfo)?.SetValue(instance, value);
            (member as FieldInfo)?.SetValue(instance, value);
        }

        if (given.Count > 0)
        {
            throw new ArgumentException($"{instance.GetType().Name} has no parameter '{given.Keys.First()}'.", nameof(parameters));
        }
    }

    private void RunMarked<TAttribute>(Func<TAttribute, string[]> targets)
        where TAttribute : Attribute
    {
        foreach (MethodInfo marked in _instance.GetType().GetMethods())
        {
            if (marked.GetCustomAttribute<TAttribute>() is { } attribute && (targets(attribute) is not { Length: > 0 } names || names.Contains(Method.Name)))
            {
                BenchmarkInvoker.Of(_instance, marked).Run(1);
            }
        }
    }
}

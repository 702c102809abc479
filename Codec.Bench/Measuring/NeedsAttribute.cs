using System;
using System.Reflection;

namespace Codec.Bench.Measuring;

/// <summary>Programs, and files by their path, without which a class's benchmarks are left out.</summary>
[AttributeUsage(AttributeTargets.Class)]
public sealed class NeedsAttribute(params string[] tools) : Attribute
{
    /// <summary>The programs and files.</summary>
    public string[] Tools => tools;

    /// <summary>The first that the method's class needs and this machine lacks, or <see langword="null"/>.</summary>
    public static string? FirstMissing(MethodInfo method)
    {
        ArgumentNullException.ThrowIfNull(method);
        return method.DeclaringType!.GetCustomAttribute<NeedsAttribute>() is { } needs ? BuildSteps.FirstMissing(needs.Tools) : null;
    }
}

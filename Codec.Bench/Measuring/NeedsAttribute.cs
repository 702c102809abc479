using System;
using System.Reflection;

namespace Codec.Bench.Measuring;

/// <summary>Specifies the tools (programs, or files by their path) without which the benchmarks of a class are skipped.</summary>
[AttributeUsage(AttributeTargets.Class)]
public sealed class NeedsAttribute(params string[] tools) : Attribute
{
    /// <summary>Gets the programs and files.</summary>
    public string[] Tools => tools;

    /// <summary>Returns the first program or file that the method's class needs and this machine lacks, or <see langword="null"/>.</summary>
    public static string? FirstMissing(MethodInfo method)
    {
        ArgumentNullException.ThrowIfNull(method);
        return method.DeclaringType!.GetCustomAttribute<NeedsAttribute>() is { } needs ? BuildSteps.FirstMissing(needs.Tools) : null;
    }
}

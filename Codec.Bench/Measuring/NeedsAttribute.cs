namespace Codec.Bench.Measuring;

/// <summary>Names the programs and files that the benchmarks of a class need besides .NET. Without them, the class is not run.</summary>
[AttributeUsage(AttributeTargets.Class)]
public sealed class NeedsAttribute(params string[] tools) : Attribute
{
    public string[] Tools => tools;

    /// <summary>Returns the first that this machine lacks, or <see langword="null"/>. With <c>CI=true</c>, nothing may be missing.</summary>
    internal static string? FirstMissing(string benchmark) =>
        Environment.GetEnvironmentVariable("CI") == "true" ? null
        : CppWorkload.Is(benchmark) ? Programs.FirstMissing(CppWorkload.Tools) ?? CppWorkload.FirstMissing(benchmark)
        : BenchmarkMethod.Find(benchmark).ReflectedType!.GetCustomAttribute<NeedsAttribute>() is { } needs ? Programs.FirstMissing(needs.Tools)
        : null;
}

namespace BenchmarkDotNet.Attributes;

/// <summary>The attribute of BenchmarkDotNet that the linked benchmarks use, for builds without BenchmarkDotNet.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class GlobalSetupAttribute : Attribute;

using System;

namespace BenchmarkDotNet.Attributes;

/// <summary>What the linked benchmarks are marked with, where BenchmarkDotNet itself is not.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class BenchmarkAttribute : Attribute
{
    public bool Baseline { get; set; }

    public int OperationsPerInvoke { get; set; } = 1;
}

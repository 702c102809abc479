using System;

namespace BenchmarkDotNet.Attributes;

/// <summary>What the linked benchmarks are marked with, where BenchmarkDotNet itself is not.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class GlobalCleanupAttribute : Attribute;

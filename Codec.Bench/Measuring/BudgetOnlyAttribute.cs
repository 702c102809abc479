using System;

namespace Codec.Bench.Measuring;

/// <summary>Marks a benchmark that only budgets use. The report does not measure it with the other benchmarks of its class.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class BudgetOnlyAttribute : Attribute;

using System;
using NUnit.Framework;
using NUnit.Framework.Interfaces;
using NUnit.Framework.Internal;

namespace Codec.Tests;

/// <summary>Ignores a test if the tests are built with the published package, whose behavior is wrong.</summary>
/// <param name="reason">The behavior of the package, which docs/flatbuffers.md describes.</param>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Method)]
public sealed class WrongInPackageAttribute(string reason) : NUnitAttribute, IApplyToTest
{
    /// <summary>Gets the behavior of the package.</summary>
    public string Reason { get; } = reason;

    public void ApplyToTest(Test test)
    {
        if (RuntimeUnderTest.IsPackage && test.RunState != RunState.NotRunnable)
        {
            test.RunState = RunState.Ignored;
            test.Properties.Set(PropertyNames.SkipReason, $"The package differs: {Reason}");
        }
    }
}

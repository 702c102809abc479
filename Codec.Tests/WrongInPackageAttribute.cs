using System;
using NUnit.Framework;
using NUnit.Framework.Interfaces;
using NUnit.Framework.Internal;

namespace Codec.Tests;

/// <summary>Ignores a test if the tests are built against the published package, in which the tested behaviour is wrong.</summary>
/// <param name="reason">What the package does instead; docs/flatbuffers.md lists it.</param>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Method)]
public sealed class WrongInPackageAttribute(string reason) : NUnitAttribute, IApplyToTest
{
    /// <summary>What the package does instead.</summary>
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

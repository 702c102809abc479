using System.IO;
using Codec.Bench.Measuring;
using NUnit.Framework;

namespace Codec.Tests.Bench;

public sealed class BuildStepsTests
{
    [Test]
    public void A_program_runs_in_the_repository_and_its_output_is_returned() =>
        Assert.That(File.ReadAllText(Path.Combine(BuildSteps.FindRepository(), "global.json")), Does.Contain(BuildSteps.Run("dotnet", "--version").Split('.')[0]));

    [Test]
    public void A_failure_has_the_output_of_the_program() =>
        Assert.That(() => BuildSteps.Run("dotnet", "nosuch.dll"), Throws.InvalidOperationException.With.Message.StartsWith("dotnet failed: ").And.Message.Contains("nosuch.dll"));
}

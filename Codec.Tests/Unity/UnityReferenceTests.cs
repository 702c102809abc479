using System.Collections.Generic;
using System.IO;
using System.Linq;
using NUnit.Framework;

namespace Codec.Tests.Unity;

/// <summary>Tests that the package contains exactly the assemblies to which its assemblies refer, except for netstandard2.1.</summary>
[TestFixture]
internal sealed class UnityReferenceTests
{
    [Test]
    public void Every_member_that_an_assembly_refers_to_is_in_netstandard_or_in_the_package()
    {
        AssemblyIndex known = new(NetStandard.References.Concat(UnityPackage.RuntimeAssemblies));
        foreach (string path in UnityPackage.RuntimeAssemblies)
        {
            Assert.That(known.Missing(path), Is.Empty, Path.GetFileName(path));
        }
    }

    [Test]
    public void A_missing_type_and_a_missing_member_are_found()
    {
        string[] without = [.. UnityPackage.RuntimeAssemblies.Where(path => Path.GetFileName(path) is not ("System.IO.Pipelines.dll" or "Microsoft.Bcl.TimeProvider.dll"))];
        string other = UnityCompiler.Compile(
            Path.Combine(UnityPackage.Output, "Microsoft.Bcl.TimeProvider.dll"),
            new Dictionary<string, string> { ["other.cs"] = "namespace System { public class TimeProvider { public long TimestampFrequency => 0; } }" },
            []);
        string[] missing = [.. new AssemblyIndex([.. NetStandard.References, .. without, other]).Missing(without.Single(path => Path.GetFileName(path) == "Codec.dll"))];
        Assert.That(missing, Does.Contain("System.IO.Pipelines.PipeReader"));
        Assert.That(missing, Has.Some.StartsWith("System.TimeProvider.").And.None.EqualTo("System.TimeProvider"));
    }

    [Test]
    public void Every_dependency_is_needed()
    {
        string[] needed = [.. UnityPackage.RuntimeAssemblies.SelectMany(AssemblyIndex.ReferencesOf).Distinct()];
        Assert.That(
            Directory.GetFiles(UnityPackage.PathOf("Runtime/Dependencies"), "*.dll").Select(Path.GetFileNameWithoutExtension), Is.SubsetOf(needed));
    }
}

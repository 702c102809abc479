namespace Codec.Tests.Unity;

/// <summary>Tests that the package contains exactly the assemblies to which its assemblies refer, except for netstandard2.1.</summary>
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
    public void Every_dependency_is_needed()
    {
        string[] needed = [.. UnityPackage.RuntimeAssemblies.SelectMany(AssemblyIndex.ReferencesOf).Distinct()];
        Assert.That(
            Directory.GetFiles(UnityPackage.PathOf("Runtime/Dependencies"), "*.dll").Select(Path.GetFileNameWithoutExtension), Is.SubsetOf(needed));
    }
}

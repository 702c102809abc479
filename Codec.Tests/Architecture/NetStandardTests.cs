using Codec.Tests.Unity;

namespace Codec.Tests.Architecture;

/// <summary>
/// Checks that a library that was compiled against a netstandard build works with the .NET build. NuGet selects the build for the app, not for the
/// libraries that the app references.
/// </summary>
internal sealed class NetStandardTests
{
    private const string Library = "Codec.NetStandardLibrary";

    [Test]
    public void A_library_sets_options_of_the_NET_build([Values("netstandard2.0", "netstandard2.1")] string framework) =>
        Assert.That(Run(framework, "Options"), Is.EqualTo("1 2 3 4 5 6 7 8 9 10"));

    [Test]
    public void A_library_sends_generated_packets_with_the_NET_build([Values("netstandard2.0", "netstandard2.1")] string framework) =>
        Assert.That(Run(framework, "Dispatch"), Is.EqualTo("hi"));

    // The types of both are in other packages than those of the .NET build.
    [Test]
    public async Task A_library_reads_asynchronously_with_the_NET_build([Values("netstandard2.0", "netstandard2.1")] string framework) =>
        Assert.That(await (Task<string>)Run(framework, "ReadAsync")!, Is.EqualTo("5 6"));

    [Test]
    public void A_library_sets_the_clock_of_the_NET_build([Values("netstandard2.0", "netstandard2.1")] string framework) =>
        Assert.That(Run(framework, "Clock"), Is.EqualTo(TimeZoneInfo.Local.Id));

    [Test]
    public void A_library_catches_the_JSON_errors_of_the_NET_build([Values("netstandard2.0", "netstandard2.1")] string framework) =>
        Assert.That(Run(framework, "ReadJson"), Is.EqualTo("$.text"));

    // The signature of an init accessor contains this type, with the assembly that defines it.
    [Test]
    public void The_NET_build_forwards_the_type_of_init_accessors([Values("Codec", "Codec.Capture", "Codec.Streams")] string assembly) =>
        Assert.That(Assembly.Load(assembly).GetForwardedTypes().Select(type => type.FullName), Is.EqualTo(["System.Runtime.CompilerServices.IsExternalInit"]));

    private static object? Run(string framework, string method)
    {
        AssemblyLoadContext context = new(framework, isCollectible: true);
        object? result = context.LoadFromAssemblyPath(PathOf(framework, Library)).GetType($"{Library}.Example")!.GetMethod(method)!.Invoke(null, null);
        context.Unload();
        return result;
    }

    private static string PathOf(string framework, string assembly) =>
        Repository.PathOf("Codec.Tests", "Targets", Library, "bin", UnityPackage.Configuration, framework, assembly + ".dll");
}

using System.Runtime.Versioning;

namespace Codec.Tests.Doubles;

/// <summary>The build of the library that is tested, which need not be that of the tests' own framework.</summary>
internal static class TestedBuild
{
    private const string NetStandard = ".NETStandard,";

    private static readonly string Framework = typeof(PacketReader).Assembly.GetCustomAttribute<TargetFrameworkAttribute>()!.FrameworkName;

    /// <summary>Gets whether the library was built for netstandard.</summary>
    public static bool IsNetStandard => Framework.StartsWith(NetStandard, StringComparison.Ordinal);

    /// <summary>Ignores the test if the library was built for netstandard.</summary>
    /// <param name="reason">What netstandard lacks.</param>
    public static void IgnoreIfNetStandard(string reason) => IgnoreIf(NetStandard, reason);

    /// <summary>Ignores the test if the library was built for netstandard2.0.</summary>
    /// <param name="reason">What netstandard2.0 lacks.</param>
    public static void IgnoreIfNetStandard20(string reason) => IgnoreIf(".NETStandard,Version=v2.0", reason);

    private static void IgnoreIf(string framework, string reason)
    {
        if (Framework.StartsWith(framework, StringComparison.Ordinal))
        {
            Assert.Ignore(reason);
        }
    }
}

using Codec.Bench.Measuring;

namespace Codec.Bench.FlatBuffers.Comparison;

/// <summary>The times of a case on each side. The ratios are from rounds in which the sides took turns, not from the times.</summary>
/// <param name="Name">The case's name.</param>
/// <param name="What">A description of the case.</param>
/// <param name="CppNanoseconds">The median time of C++ -O2, in nanoseconds.</param>
/// <param name="OursNanoseconds">The median time of this repository's runtime, in nanoseconds.</param>
/// <param name="PackageNanoseconds">The median time of the published package, in nanoseconds.</param>
/// <param name="RatioToCpp">Our time divided by that of C++.</param>
/// <param name="RatioToCppNoise">Half of the interquartile range of that ratio.</param>
/// <param name="SpeedupOverPackage">The package's time divided by ours.</param>
/// <param name="SpeedupOverPackageNoise">Half of the interquartile range of that speedup.</param>
/// <param name="OursBytesAllocated">The number of bytes that ours allocates per operation.</param>
/// <param name="PackageBytesAllocated">The number of bytes that the package allocates per operation.</param>
/// <param name="CppSettling">Whether the ratio to C++ can be used.</param>
/// <param name="PackageSettling">Whether the speedup over the package can be used.</param>
public sealed record ComparisonRow(
    string Name,
    string What,
    double CppNanoseconds,
    double OursNanoseconds,
    double PackageNanoseconds,
    double RatioToCpp,
    double RatioToCppNoise,
    double SpeedupOverPackage,
    double SpeedupOverPackageNoise,
    double OursBytesAllocated,
    double PackageBytesAllocated,
    Settling CppSettling = Settling.Settled,
    Settling PackageSettling = Settling.Settled);

using Codec.Bench.Measuring;

namespace Codec.Bench.FlatBuffers.Comparison;

/// <summary>What a case took on each side. The ratios come from rounds in which the sides took turns, not from the times.</summary>
/// <param name="Name">The case's name.</param>
/// <param name="What">The same in words.</param>
/// <param name="CppNanoseconds">C++ -O2: the median, in nanoseconds.</param>
/// <param name="OursNanoseconds">This repository's runtime: the median, in nanoseconds.</param>
/// <param name="PackageNanoseconds">The published package: the median, in nanoseconds.</param>
/// <param name="RatioToCpp">Our time divided by that of C++.</param>
/// <param name="RatioToCppNoise">Half the distance between the quartiles of that ratio.</param>
/// <param name="SpeedupOverPackage">The package's time divided by ours.</param>
/// <param name="SpeedupOverPackageNoise">Half the distance between the quartiles of that speedup.</param>
/// <param name="OursBytesAllocated">Bytes that ours allocates each time.</param>
/// <param name="PackageBytesAllocated">Bytes that the package allocates each time.</param>
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

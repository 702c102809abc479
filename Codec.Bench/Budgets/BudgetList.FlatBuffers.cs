using System.Collections.Generic;
using static Codec.Bench.Budgets.Budget;

namespace Codec.Bench.Budgets;

/// <content>The FlatBuffers runtime against C++ and the published package.</content>
public static partial class BudgetList
{
    private static Budget[] FlatBuffers =>
    [
        .. Against("build-seed", "build the 48-byte example", cpp: 1.5, package: 2),
        .. Against("build-monster", "build a 504-byte monster", cpp: 1.5, package: 2),
        .. Against("read-seed", "read every field of the example, its text as a view", cpp: 2, package: 2),
        .. Against("read-monster", "read every field of the monster, its texts as views", cpp: 2, package: 2),
        .. Against("verify-seed", "verify the example with a verifier that is reused", cpp: 2, package: 4),
        .. Against("verify-monster", "verify the monster with a verifier that is reused", cpp: 2, package: 4),
        .. Against("grow", "grow from 64 bytes to 1 MB, pooled", cpp: null, package: 2),

        // The maximum is the size of the string objects: one of 18 characters; in the monster, one of 16 and eight of 9 to 12.
        .. Against("read-seed-strings", "read the example, its text as string", cpp: null, package: 2, maxBytes: 64),
        .. Against("read-monster-strings", "read the monster, its texts as string", cpp: null, package: 2, maxBytes: 432),
    ];

    /// <summary>
    /// Returns the budgets of a case of the FlatBuffers comparison, against C++ (if that has a limit) and against the published package.
    /// </summary>
    private static IEnumerable<Budget> Against(string name, string what, double? cpp, double package, double maxBytes = 0)
    {
        if (cpp is { } limit)
        {
            yield return AtMost(limit, $"flatbuffers/{name}/c++", $"{what}, against C++ -O2", ComparisonPrefix + name, "C++", maxBytes);
        }

        yield return Faster(package, $"flatbuffers/{name}/package", $"{what}, against the published package", ComparisonPrefix + name, "package", maxBytes);
    }
}

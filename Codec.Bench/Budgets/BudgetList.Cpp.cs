using System.Collections.Generic;
using static Codec.Bench.Budgets.Budget;

namespace Codec.Bench.Budgets;

/// <content>Generated messages in C++, and generated C# against FlatBuffers in C++.</content>
public static partial class BudgetList
{
    private static Budget[] Cpp =>
    [
        .. CppMessage("seed", builder: 4),
        .. CppMessage("move", builder: null),
        .. CppMessage("chat", builder: 4),
        .. CppMessage("inventory", builder: 4),
        .. CppMessage("snapshot", builder: null),
    ];

    private static IEnumerable<Budget> CppMessage(string message, double? builder)
    {
        yield return AtMost(1.15, $"cpp/write-{message}", $"generated C++ writes the {message} message, against hand-written code",
            $"{MessagePrefix}codec/write-{message}", $"hand/write-{message}", maxBytes: 0);
        if (builder is double speedup)
        {
            yield return Faster(speedup, $"cpp/write-{message}-builder", $"generated C++ writes the {message} message, against FlatBuffers' builder",
                $"{MessagePrefix}codec/write-{message}", $"flatbuffers/write-{message}", maxBytes: 0);
        }

        yield return AtMost(1, $"cpp/read-{message}", $"generated C++ reads every field of the {message} message through the view, against FlatBuffers' accessors",
            $"{MessagePrefix}codec/read-{message}", $"flatbuffers/read-{message}", maxBytes: 0);
        yield return AtMost(0.7, $"cpp/verify-{message}", $"generated C++ verifies the {message} message, against FlatBuffers' verifier",
            $"{MessagePrefix}codec/verify-{message}", $"flatbuffers/verify-{message}", maxBytes: 0);
        foreach (string what in (string[])["write", "read", "verify"])
        {
            yield return AtMost(1, $"cpp/csharp-{what}-{message}", $"generated C#, {what} the {message} message, against FlatBuffers in C++",
                $"{MessagePrefix}csharp/{what}-{message}", $"flatbuffers/{what}-{message}", maxBytes: 0);
        }
    }
}

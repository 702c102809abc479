using System;
using System.Collections.Generic;
using System.Linq;

namespace Codec.Bench.Budgets;

/// <content>The reasons why some budgets are known to be missed, from the JIT's listings and profiles.</content>
public static partial class BudgetList
{
    private static Dictionary<string, string> Explanations => new(StringComparer.Ordinal)
    {
        ["flatbuffers/read-monster/c++"] =
            "about 1,000 instructions, where C++ takes 435. Of 93 for each of eight weapons, 24 look the vector up again, because flatc's Weapons(i) "
            + "takes an index, and 13 find and check the weapon's vtable; C++ moves a pointer and checks nothing. A view of the vector that is looked "
            + "up once, as generated packets have, would take the 24 away.",
        ["flatbuffers/verify-seed/c++"] =
            "about 180 instructions, where C++ takes 99: 60 set and look at the buffer and its options, which shows in 48 bytes and not in 500; the "
            + "other 120 keep the table, its vtable and the limits in memory, as flatc's code calls one method for each field, through a delegate. "
            + "Generated packets have a verifier without either.",
        ["flatbuffers/verify-seed/package"] = "the same fixed part.",
        ["flatbuffers/read-seed-strings/package"] =
            "allocating one string of 18 characters is more than half of the time, and the same on both sides.",
        ["streams/chunked-128B"] =
            "processes lie on both sides of the limit: such a short stream is hardly more than making its object, which has 120 bytes against 80.",
        ["transport/ping-pong"] =
            "both sides make the same calls to the kernel for each packet, and wake the same threads; of the processor's time, less than 5% is the "
            + "connections' own code.",
    };

    private static Budget[] Explained(IReadOnlyList<Budget> budgets)
    {
        Dictionary<string, string> left = Explanations;
        Budget[] explained = [.. budgets.Select(budget => left.Remove(budget.Name, out string? why) ? budget with { Explanation = why } : budget)];
        return left.Count == 0 ? explained : throw new InvalidOperationException($"No budget is called '{left.Keys.First()}'.");
    }
}

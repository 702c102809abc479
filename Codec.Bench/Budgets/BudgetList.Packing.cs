using System.Collections.Generic;
using static Codec.Bench.Budgets.Budget;

namespace Codec.Bench.Budgets;

/// <content>Packed payloads.</content>
public static partial class BudgetList
{
    private static Budget[] Packing =>
    [
        .. Packed("pack"),
        .. Packed("unpack"),
        .. PackedMessage("Move"),
        .. PackedMessage("Inventory"),
        .. PackedMessage("Snapshot"),
    ];

    private static IEnumerable<Budget> Packed(string what)
    {
        string method = what == "pack" ? "Pack" : "Unpack";
        yield return Faster(5, $"packed/{what}-snapshot", $"{what} the snapshot message, against a plain loop over its bytes",
            $"PackingBenchmarks.{method}", $"PackingBenchmarks.{method}Plain", maxBytes: 0, parameters: "Message=Snapshot");
        yield return Faster(5, $"packed/cpp-{what}-snapshot", $"{what} the snapshot message in C++, against a plain loop over its bytes",
            $"{MessagePrefix}codec/{what}-snapshot", $"hand/{what}-snapshot", maxBytes: 0);
    }

    private static IEnumerable<Budget> PackedMessage(string message)
    {
        string name = message.ToLowerInvariant();
        yield return Faster(1, $"packed/write-{name}-protobuf", $"write and pack the {name} message from objects, against Google.Protobuf",
            "SerializerBenchmarks.WritePacked", "SerializerBenchmarks.WriteProtobuf", maxBytes: 0, parameters: $"Message={message}");
        yield return Faster(1, $"packed/read-{name}-protobuf", $"unpack the {name} message and read every field, against Google.Protobuf",
            "SerializerBenchmarks.ReadPacked", "SerializerBenchmarks.ReadProtobuf", maxBytes: 0, parameters: $"Message={message}");
    }
}

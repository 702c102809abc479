using System.Collections.Generic;
using static Codec.Bench.Budgets.Budget;

namespace Codec.Bench.Budgets;

/// <content>Code that the schema compiler generates.</content>
public static partial class BudgetList
{
    private static string[] Serializers => ["Protobuf", "Json"];

    private static Budget[] GeneratedCode =>
    [
        .. Generated("Seed", flat: true),
        .. Generated("Move", flat: true),
        .. Generated("Chat", flat: true),
        .. Generated("Inventory", flat: false),
        .. Generated("Snapshot", flat: false),
    ];

    /// <summary>Returns the budgets of generated code for a message of the game, against hand-written code.</summary>
    private static IEnumerable<Budget> Generated(string message, bool flat)
    {
        string name = message.ToLowerInvariant();
        yield return AtMost(1.15, $"generated/write-{name}", $"write the {name} message with generated code, against hand-written code",
            $"GeneratedWriteBenchmarks.{message}", $"GeneratedWriteBenchmarks.Hand{message}", maxBytes: 0);
        yield return Faster(3, $"generated/write-{name}-builder", $"write the {name} message with generated code, against the FlatBuffers runtime's builder",
            $"GeneratedWriteBenchmarks.{message}", $"GeneratedWriteBenchmarks.Builder{message}");
        yield return AtMost(1.15, $"generated/read-{name}", $"read every field of the {name} message through the generated view, against hand-written code",
            $"GeneratedReadBenchmarks.{message}", $"GeneratedReadBenchmarks.Hand{message}", maxBytes: 0);
        yield return Faster(2, $"generated/read-{name}-accessors", $"read every field of the {name} message through the generated view, against flatc's accessors",
            $"GeneratedReadBenchmarks.{message}", $"GeneratedReadBenchmarks.Accessors{message}");
        foreach (string other in Serializers)
        {
            string against = other == "Json" ? "System.Text.Json with generated code" : "Google.Protobuf";
            yield return Faster(1, $"generated/write-{name}-{other.ToLowerInvariant()}", $"write the {name} message from objects, against {against}",
                "SerializerBenchmarks.WriteGenerated", $"SerializerBenchmarks.Write{other}", parameters: $"Message={message}");
            yield return Faster(1, $"generated/read-{name}-{other.ToLowerInvariant()}", $"read every field of the {name} message, against {against}",
                "SerializerBenchmarks.ReadGenerated", $"SerializerBenchmarks.Read{other}", parameters: $"Message={message}");
        }

        if (flat)
        {
            yield return AtMost(1.5, $"generated/verify-{name}", $"verify and read the {name} message, against only reading it",
                $"GeneratedReadBenchmarks.Verified{message}", $"GeneratedReadBenchmarks.{message}", maxBytes: 0);
        }
    }
}

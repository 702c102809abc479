namespace Codec.Tests.Schema;

/// <summary>A schema whose types, values, fields and namespaces have the names of words that a version of C# reserves or gives a meaning.</summary>
internal static class ReservedWords
{
    // The contextual keywords of C# 15. Keywords that are reserved everywhere get an '@' in the same way, so a few of them are enough.
    private const string Contextual =
        "add alias allows and ascending assembly async await by closed descending equals extension field file from get global group init into join let managed " +
        "method module nameof not on or orderby param partial property record remove required safe scoped select set type typevar union unmanaged var when where " +
        "with yield dynamic nint nuint notnull value args";

    private const string Reserved = "class event object string void checked __arglist __makeref __reftype __refvalue";

    /// <summary>Gets the words that a schema can use as the name of a type.</summary>
    public static IReadOnlyList<string> All { get; } =
        [.. (Contextual + " " + Reserved).Split(' ').Where(word => SchemaText.Compile($"table {word} {{ {word}x:int; }}").Model is not null)];

    /// <summary>Gets the schema.</summary>
    public static string Text { get; } = Write();

    private static string Write()
    {
        StringBuilder text = new("include \"packets.fbs\";\n");
        StringBuilder uses = new();
        for (int i = 0; i < All.Count; i++)
        {
            string word = All[i];
            string scope = FormattableString.Invariant($"W{i}");
            text.Append(FormattableString.Invariant($$"""
                namespace {{scope}}.T; table {{word}} (packet_id: {{100 + i}}) { x:int (csharp_name: "{{word}}_"); }
                namespace {{scope}}.E; enum {{word}}:int { {{word}}, Other }
                namespace {{scope}}.{{word}}; struct Pair { first:int (csharp_name: "{{word}}"); second:[bool:2]; }

                """));
            uses.Append(FormattableString.Invariant(
                $"t{i}:{scope}.T.{word}; e{i}:{scope}.E.{word} (csharp_name: \"{word}\"); ts{i}:[{scope}.T.{word}]; p{i}:{scope}.{word}.Pair;\n"));

            // Structs and unions use the names as the others do; a few show that.
            if (i % 8 == 0)
            {
                text.Append(FormattableString.Invariant($$"""
                    namespace {{scope}}.S; struct {{word}} { x:int; }
                    namespace {{scope}}.U; union {{word}} { {{word}}:{{scope}}.T.{{word}}, s:{{scope}}.S.{{word}} }
                    namespace {{scope}}; table More { s:S.{{word}}; u:U.{{word}}; ss:[S.{{word}}]; us:[U.{{word}}]; }

                    """));
            }
        }

        return $"{text}namespace Uses; table Uses {{\n{uses}}}\n";
    }
}

using Codec.Schema.Binding;
using Codec.Schema.Syntax;

namespace Codec.Cli.Lsp;

/// <summary>What an editor offers at a place: attributes and their values, such as the next free id, or types, or keywords.</summary>
internal static partial class Completion
{
    private static readonly string[] Keywords =
        ["table", "struct", "enum", "union", "namespace", "include", "root_type", "attribute", "rpc_service", "file_identifier", "file_extension"];

    /// <summary>Returns texts to insert.</summary>
    /// <param name="index">The index of the place in the text of the file.</param>
    public static IEnumerable<string> At(CompiledSchema root, string path, string text, int index)
    {
        string before = Comment().Replace(text[..index], "");
        int start = before.LastIndexOfAny(['(', ')', '{', '}', ';']);
        string statement = before[(start + 1)..];
        char opening = start < 0 ? ';' : before[start];
        if (opening == '(')
        {
            string attribute = statement[(statement.LastIndexOf(',') + 1)..];
            int colon = attribute.IndexOf(':', StringComparison.Ordinal);
            return colon < 0 ? Attributes(root) : Values(root, path, attribute[..colon].Trim(), index);
        }

        bool isInside = before.Count(c => c == '{') > before.Count(c => c == '}');
        return isInside && statement.Contains(':', StringComparison.Ordinal) ? Types(root)
            : isInside ? []
            : statement.Trim().StartsWith("root_type", StringComparison.Ordinal) ? Types(root)
            : Keywords;
    }

    private static IEnumerable<string> Attributes(CompiledSchema root) => Binder.KnownAttributes
        .Concat(root.Compilation.Files.SelectMany(file => file.Declarations).OfType<StatementSyntax>().Where(statement => statement.Keyword == "attribute")
            .Select(statement => statement.Value.Text)).Distinct().Order(StringComparer.Ordinal);

    private static IEnumerable<string> Values(CompiledSchema root, string path, string attribute, int index) => attribute switch
    {
        "packet_direction" => ["\"client\"", "\"server\"", "\"both\""],
        "out_of_range" => ["\"clamp\"", "\"refuse\""],
        "packet_id" => [NextNumber(root.Compilation.Files.SelectMany(file => file.Declarations).OfType<RecordSyntax>(), attribute)],
        "id" => [NextNumber(
            root.FileOf(path)?.Declarations.OfType<RecordSyntax>().LastOrDefault(record => record.Name.Start < index)?.Fields ?? [], attribute)],
        "nested_flatbuffer" => root.LastModel?.Tables.Select(table => $"\"{table.FullName}\"") ?? [],
        _ => [],
    };

    // The number after the largest one.
    private static string NextNumber(IEnumerable<MemberSyntax> members, string attribute) => members
        .SelectMany(member => member.Attributes).Where(found => found.Name.Text == attribute)
        .Select(found => long.TryParse(found.Value?.Text, NumberStyles.None, CultureInfo.InvariantCulture, out long number) ? number : -1)
        .Append(-1).Max() is var last ? $"{last + 1}" : "";

    private static IEnumerable<string> Types(CompiledSchema root)
    {
        IEnumerable<string> scalars = Enum.GetValues<ScalarKind>().Where(kind => kind != ScalarKind.None).Select(kind => ScalarType.Of(kind).Name);
        return [.. scalars, "string", .. root.Declared.Where(name => name.Member is null).Select(name => name.Type).Distinct()];
    }

    [GeneratedRegex(@"//[^\r\n]*|/\*.*?\*/", RegexOptions.Singleline)]
    private static partial Regex Comment();
}

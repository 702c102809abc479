namespace Codec.Schema.Cpp;

/// <summary>Generates the blocks of a header: namespaces and comments.</summary>
internal static class CppBlock
{
    /// <summary>Returns parts in a namespace, with empty lines between them; empty if there are no parts.</summary>
    public static string Namespace(string name, IEnumerable<string> parts, string separator = "\n\n")
    {
        string content = string.Join(separator, parts.Where(part => part.Length > 0));
        return content.Length == 0 || name.Length == 0 ? content : CodeText.Of($$"""
            namespace {{name}} {

            {{content}}

            }  // namespace {{name}}
            """);
    }

    /// <summary>Returns the code of definitions, each in its namespace. Empty code is omitted.</summary>
    public static string InNamespaces(CppModel model, IEnumerable<(Definition Definition, string Code)> parts, string separator = "\n\n")
    {
        List<(string Scope, List<string> Parts)> blocks = [];
        foreach ((Definition definition, string code) in parts.Where(part => part.Code.Length > 0))
        {
            string scope = model.Names.Namespace(definition.Namespace);
            if (blocks.Count == 0 || blocks[blocks.Count - 1].Scope != scope)
            {
                blocks.Add((scope, []));
            }

            blocks[blocks.Count - 1].Parts.Add(code);
        }

        return CodeText.Sections(blocks.Select(block => Namespace(block.Scope, block.Parts, separator)));
    }

    public static string Documentation(IEnumerable<string> lines) =>
        string.Join("\n", lines.Select(line => ("/// " + CppValues.Comment(line)).TrimEnd()));
}

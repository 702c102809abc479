using Codec.Schema.Syntax;

namespace Codec.Cli.Lsp;

/// <summary>A name that a schema declares.</summary>
/// <param name="Type">The full name of the type; for a member, of the type that contains it.</param>
/// <param name="Member">The name of a field, a value, a union member or a method; otherwise <see langword="null"/>.</param>
internal sealed record DeclaredName(SourceSpan Span, string Type, string? Member)
{
    /// <summary>Gets the name without those around it.</summary>
    public string Name => Member ?? Type[(Type.LastIndexOf('.') + 1)..];

    /// <summary>Returns the names that a file declares.</summary>
    public static IEnumerable<DeclaredName> In(FileSyntax file)
    {
        string scope = "";
        foreach (DeclarationSyntax declaration in file.Declarations)
        {
            if (declaration is StatementSyntax { Keyword: "namespace" } statement)
            {
                scope = statement.Value.Text;
            }
            else if (declaration is MemberSyntax type)
            {
                string name = scope.Length == 0 ? type.Name.Text : $"{scope}.{type.Name.Text}";
                yield return new DeclaredName(file.Source.Span(type.Name), name, null);
                foreach (MemberSyntax member in Members(type))
                {
                    yield return new DeclaredName(file.Source.Span(member.Name), name, member.Name.Text);
                }
            }
        }
    }

    // A union member without an alias only uses the name of its type.
    private static IEnumerable<MemberSyntax> Members(MemberSyntax type) => type switch
    {
        RecordSyntax record => record.Fields,
        EnumSyntax values => values.Values.Where(value => !values.IsUnion || value.Alias),
        ServiceSyntax service => service.Methods,
        _ => [],
    };
}

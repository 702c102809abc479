using System.ComponentModel;
using System.Reflection;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Codec.Tests.Architecture;

/// <summary>
/// Compares each library's public API with the approved listing in Architecture/PublicApi, so that every change of the API is a visible diff.
/// </summary>
[TestFixture]
public sealed class PublicApiTests
{
    /// <summary>Set this variable to 1 to replace the listings by the current API. The run that does it fails.</summary>
    private const string UpdateVariable = "CODEC_UPDATE_API";

    private static readonly SymbolDisplayFormat Format = new(
        SymbolDisplayGlobalNamespaceStyle.Omitted,
        SymbolDisplayTypeQualificationStyle.NameAndContainingTypesAndNamespaces,
        SymbolDisplayGenericsOptions.IncludeTypeParameters | SymbolDisplayGenericsOptions.IncludeTypeConstraints | SymbolDisplayGenericsOptions.IncludeVariance,
        SymbolDisplayMemberOptions.IncludeAccessibility | SymbolDisplayMemberOptions.IncludeModifiers | SymbolDisplayMemberOptions.IncludeParameters
            | SymbolDisplayMemberOptions.IncludeType | SymbolDisplayMemberOptions.IncludeRef | SymbolDisplayMemberOptions.IncludeConstantValue
            | SymbolDisplayMemberOptions.IncludeExplicitInterface,
        SymbolDisplayDelegateStyle.NameAndSignature,
        SymbolDisplayExtensionMethodStyle.StaticMethod,
        SymbolDisplayParameterOptions.IncludeModifiers | SymbolDisplayParameterOptions.IncludeType | SymbolDisplayParameterOptions.IncludeName
            | SymbolDisplayParameterOptions.IncludeDefaultValue,
        SymbolDisplayPropertyStyle.ShowReadWriteDescriptor,
        kindOptions: SymbolDisplayKindOptions.IncludeTypeKeyword,
        miscellaneousOptions: SymbolDisplayMiscellaneousOptions.UseSpecialTypes | SymbolDisplayMiscellaneousOptions.IncludeNullableReferenceTypeModifier);

    private static readonly string[] Assemblies = ["Codec", "Codec.Capture", "Codec.FlatBuffers", "Codec.Interpreter", "Codec.Streams"];

    [TestCaseSource(nameof(Assemblies))]
    public void The_public_API_matches_the_approved_listing(string assembly)
    {
        string file = Repository.PathOf("Codec.Tests", "Architecture", "PublicApi", assembly + ".txt");
        string[] current = [.. Listing(assembly)];
        if (Environment.GetEnvironmentVariable(UpdateVariable) == "1")
        {
            File.WriteAllLines(file, current);
            Assert.Fail($"{file} was replaced. Review the difference, then run the tests without {UpdateVariable}.");
        }

        string[] approved = File.ReadAllLines(file);
        Assert.Multiple(() =>
        {
            Assert.That(current.Except(approved), Is.Empty, $"Not approved. {UpdateVariable}=1 replaces the listing.");
            Assert.That(approved.Except(current), Is.Empty, $"Approved, but missing. {UpdateVariable}=1 replaces the listing.");
        });
    }

    [Test]
    public void Codec_has_at_most_55_public_types()
    {
        const int Most = 55;
        string[] types = [.. Types(Symbol("Codec").GlobalNamespace).Select(type => type.ToDisplayString(Format)).Where(name => !name.Contains("Codec.Generated."))];
        Assert.That(types, Has.Length.AtMost(Most));
    }

    [Test]
    public void Types_for_generated_code_are_hidden_from_IntelliSense() =>
        Assert.That(
            Assembly.Load("Codec").GetExportedTypes()
                .Where(type => type is { Namespace: "Codec.Generated", IsNested: false }
                    && type.GetCustomAttribute<EditorBrowsableAttribute>()?.State != EditorBrowsableState.Never)
                .Select(type => type.Name),
            Is.Empty);

    private static IEnumerable<string> Listing(string assembly) =>
        Types(Symbol(assembly).GlobalNamespace).Where(type => !IsForGeneratedCode(type)).SelectMany(Lines).Order(StringComparer.Ordinal);

    // Only code that the same version generates calls these types, and the tests compile it.
    private static bool IsForGeneratedCode(INamedTypeSymbol type) => type.ContainingNamespace.ToDisplayString() == "Codec.Generated";

    private static IAssemblySymbol Symbol(string assembly)
    {
        CSharpCompilation compilation = CSharpCompilation.Create(
            "Listing",
            references: AssemblyReferences.Except());
        string path = Assembly.Load(assembly).Location;
        MetadataReference reference = compilation.References.Single(reference => string.Equals(reference.Display, path, StringComparison.Ordinal));
        return (IAssemblySymbol)compilation.GetAssemblyOrModuleSymbol(reference)!;
    }

    private static IEnumerable<INamedTypeSymbol> Types(INamespaceOrTypeSymbol container) => container.GetMembers().SelectMany(member => member switch
    {
        INamespaceSymbol space => Types(space),
        INamedTypeSymbol type when IsVisible(type) => Types(type).Prepend(type),
        _ => [],
    });

    // Returns a line for the type with its base types, one for its fields, one for its properties, and one for each other member. Each starts with the full
    // name of the type.
    private static IEnumerable<string> Lines(INamedTypeSymbol type)
    {
        string modifiers = type.IsStatic ? "static " : type.IsAbstract && type.TypeKind == TypeKind.Class ? "abstract " : type.IsSealed && type.TypeKind == TypeKind.Class ? "sealed " : "";
        IEnumerable<string> bases = new[] { type.TypeKind == TypeKind.Class && type.BaseType?.SpecialType != SpecialType.System_Object ? type.BaseType : null }
            .Concat(type.Interfaces.Where(IsVisible)).OfType<INamedTypeSymbol>().Select(symbol => symbol.ToDisplayString(Format).Split(' ')[^1]);
        yield return $"{modifiers}{type.ToDisplayString(Format)}{(bases.Any() ? " : " + string.Join(", ", bases) : "")}";
        ISymbol[] members = [.. type.GetMembers().Where(member => IsVisible(member) && member is not INamedTypeSymbol && !IsPartOfAnother(member))];
        foreach (ISymbol[] joined in (ISymbol[][])[[.. members.OfType<IFieldSymbol>()], [.. members.OfType<IPropertySymbol>()]])
        {
            if (joined.Length > 0)
            {
                yield return $"{Name(type)}: {string.Join("; ", joined.Select(member => member.ToDisplayString(Format)).Order(StringComparer.Ordinal))}";
            }
        }

        foreach (ISymbol member in members.Where(member => member is not (IFieldSymbol or IPropertySymbol)))
        {
            yield return $"{Name(type)}: {member.ToDisplayString(Format)}";
        }
    }

    private static string Name(INamedTypeSymbol type) => type.ToDisplayString(SymbolDisplayFormat.CSharpErrorMessageFormat);

    private static bool IsVisible(ISymbol symbol) =>
        symbol.DeclaredAccessibility is Accessibility.Public or Accessibility.Protected or Accessibility.ProtectedOrInternal
        && (symbol.ContainingType is null || IsVisible(symbol.ContainingType));

    // Accessors, constructors of enums and of structs without parameters, members that the compiler adds to delegates, and those of every value type.
    private static bool IsPartOfAnother(ISymbol member) =>
        member is IMethodSymbol { AssociatedSymbol: not null } or IMethodSymbol { IsOverride: true, Name: "Equals" or "GetHashCode" or "ToString" }
            or IMethodSymbol { Name: "op_Equality" or "op_Inequality" }
        || member.ContainingType.TypeKind == TypeKind.Delegate
        || (member.ContainingType.TypeKind == TypeKind.Enum && member is IMethodSymbol)
        || member is IMethodSymbol { MethodKind: MethodKind.Constructor, Parameters.Length: 0, ContainingType.IsValueType: true };
}

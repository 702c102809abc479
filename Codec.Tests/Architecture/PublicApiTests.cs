using System.ComponentModel;
using PublicApiGenerator;

namespace Codec.Tests.Architecture;

/// <summary>
/// Compares each library's public API with the approved listing in Architecture/PublicApi, so that every change of the API is a visible diff.
/// </summary>
public sealed class PublicApiTests
{
    /// <summary>Set this variable to 1 to replace the listings by the current API. The run that does it fails.</summary>
    private const string UpdateVariable = "CODEC_UPDATE_API";

    // Only code that the same version generates calls the types of this namespace, and the tests compile it.
    private const string GeneratedNamespace = "Codec.Generated";

    // Members that a base class, an interface or the operator == requires: a type cannot lose them alone.
    private static readonly string[] Implied =
        [" override ", " void Dispose() {", ".ValueTask DisposeAsync() {", " bool Equals(", " operator !=("];

    private static readonly string[] Assemblies = ["Codec", "Codec.Capture", "Codec.FlatBuffers", "Codec.Interpreter", "Codec.Streams"];

    [TestCaseSource(nameof(Assemblies))]
    public void The_public_API_matches_the_approved_listing(string assembly)
    {
        string file = Repository.PathOf("Codec.Tests", "Architecture", "PublicApi", assembly + ".txt");
        string listing = Assembly.Load(assembly).GeneratePublicApi(new ApiGeneratorOptions
        {
            DenyNamespacePrefixes = [GeneratedNamespace],
            ExcludeAttributes = ["System.Runtime.CompilerServices.IsReadOnlyAttribute"],
            IncludeAssemblyAttributes = false,
        });

        // The indentation shows what a brace on its own line would.
        string current = string.Concat(listing.Split('\n').Select(line => line.TrimEnd())
            .Where(line => line.Trim() is not ("{" or "}") && !Array.Exists(Implied, line.Contains)).Select(line => line + "\n"));
        if (Environment.GetEnvironmentVariable(UpdateVariable) == "1")
        {
            File.WriteAllText(file, current);
            Assert.Fail($"{file} was replaced. Review the difference, then run the tests without {UpdateVariable}.");
        }

        Assert.That(current, Is.EqualTo(File.ReadAllText(file)), $"{UpdateVariable}=1 replaces the listing.");
    }

    [Test]
    public void Codec_has_at_most_55_public_types()
    {
        const int Most = 55;
        Assert.That(Assembly.Load("Codec").GetExportedTypes().Where(type => type.Namespace != GeneratedNamespace).ToArray(), Has.Length.AtMost(Most));
    }

    [Test]
    public void Types_for_generated_code_are_hidden_from_IntelliSense() =>
        Assert.That(
            Assembly.Load("Codec").GetExportedTypes()
                .Where(type => type is { Namespace: GeneratedNamespace, IsNested: false }
                    && type.GetCustomAttribute<EditorBrowsableAttribute>()?.State != EditorBrowsableState.Never)
                .Select(type => type.Name),
            Is.Empty);
}

using System.Linq;
using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

/// <summary>Generates the common members of a data type in a separate partial declaration: ToString and equality.</summary>
internal sealed class FeatureEmitter
{
    private readonly Emission _emission;
    private readonly EqualityEmitter _equality;

    public FeatureEmitter(Emission emission, CSharpOptions options)
    {
        _emission = emission;
        _equality = new EqualityEmitter(emission, options.Equality);
    }

    public void Emit(CodeWriter code, Definition definition)
    {
        IFeature[] features = [.. new IFeature[] { new ToStringEmitter(_emission), _equality }.Where(feature => feature.Has(definition))];
        code.Line();
        code.Open($"{FeatureNames.Declaration(definition)} : {string.Join(", ", features.SelectMany(feature => feature.Interfaces(definition)))}");
        foreach (IFeature feature in features)
        {
            code.Gap();
            feature.EmitMembers(code, definition);
        }

        code.Close();
    }
}

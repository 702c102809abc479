using System.Collections.Generic;
using System.Linq;
using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

/// <summary>Writes what people expect of a data type, in a partial declaration of its own: ToString, equality and JSON.</summary>
internal sealed class FeatureEmitter
{
    private readonly Emission _emission;
    private readonly CSharpParts _parts;
    private readonly EqualityEmitter _equality;

    public FeatureEmitter(Emission emission, CSharpOptions options)
    {
        _emission = emission;
        _parts = options.Parts;
        _equality = new EqualityEmitter(emission, options.Equality);
    }

    public void Emit(CodeWriter code, Definition definition)
    {
        // Structs are generated whatever the parts are.
        if (definition is not StructDefinition && !_parts.HasFlag(CSharpParts.Types))
        {
            return;
        }

        List<IFeature> features = [new ToStringEmitter(_emission), _equality];
        if (_parts.HasFlag(CSharpParts.Json))
        {
            features.Add(new JsonEmitter(_emission, _parts));
        }

        features.RemoveAll(feature => !feature.Has(definition));
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

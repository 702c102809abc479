using Codec.Schema.Cpp;
using Codec.Schema.CSharp;

namespace Codec.Schema.Compare;

internal static class NameComparison
{
    private static readonly (string Language, EvolutionRule Rule, Func<SchemaModel, ILanguageNames> NamesOf)[] Languages =
    [
        ("C#", EvolutionRule.CSharpNameChanged, _ => new CSharpLanguageNames()),
        ("C++", EvolutionRule.CppNameChanged, model => new CppLanguageNames(model)),
    ];

    internal static void Compare(BreakList breaks, TypePairs types, SchemaModel old, SchemaModel @new)
    {
        foreach ((string language, EvolutionRule rule, Func<SchemaModel, ILanguageNames> namesOf) in Languages)
        {
            (ILanguageNames oldNames, ILanguageNames newNames) = (namesOf(old), namesOf(@new));
            foreach ((Definition before, Definition after) in types.All.Where(pair => pair.Old.GetType() == pair.New.GetType()))
            {
                Compare(oldNames.NamesOf(before), newNames.NamesOf(after), after.Span);
            }

            foreach ((SchemaFile before, SchemaFile after) in FileComparison.Pairs(old, @new))
            {
                string stem = SchemaFileName.Stem(after.Path);
                Compare(oldNames.NamesOf(before, stem), newNames.NamesOf(after, stem), default);
            }

            void Compare(IEnumerable<LanguageName> before, IEnumerable<LanguageName> after, SourceSpan place)
            {
                Dictionary<string, LanguageName> byKey = after.ToDictionary(name => name.Key, StringComparer.Ordinal);
                foreach (LanguageName was in before)
                {
                    if (byKey.TryGetValue(was.Key, out LanguageName now) && now.Name != was.Name)
                    {
                        // A derived name changes if another declaration takes it.
                        SourceSpan? taken = byKey.Values.FirstOrDefault(other => other.Span is not null && other.Name == was.Name).Span;
                        breaks.Add(
                            rule,
                            now.Span ?? taken ?? place,
                            $"{now.Subject} was '{MessageText.Shorten(was.Name)}' in {language}, and is '{MessageText.Shorten(now.Name)}'.");
                    }
                }
            }
        }
    }
}

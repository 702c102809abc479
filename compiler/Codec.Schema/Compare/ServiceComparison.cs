namespace Codec.Schema.Compare;

internal static class ServiceComparison
{
    internal static void Compare(BreakList breaks, TypePairs types, SchemaModel old, SchemaModel @new)
    {
        foreach ((ServiceDefinition before, ServiceDefinition? after) in Services(old, @new))
        {
            if (after is null)
            {
                breaks.AddOld(EvolutionRule.ServiceRemoved, before.Span, $"'{before.FullName}' was a service, and the new schema has no such service.");
                continue;
            }

            foreach ((ServiceMethod was, ServiceMethod? @is) in Methods(before, after))
            {
                if (@is is null)
                {
                    breaks.AddOld(EvolutionRule.ServiceCallRemoved, was.Span, $"The method '{Text(was)}' was removed from '{after.FullName}'.", was.Request);
                }
                else if (!types.IsPair(was.Request, @is.Request) || !types.IsPair(was.Response, @is.Response) || Streaming(was) != Streaming(@is))
                {
                    string uses = types.IsPair(was.Request, @is.Request) ? was.Response : was.Request;
                    breaks.Add(EvolutionRule.ServiceCallChanged, @is.Span, $"The method of '{after.FullName}' was '{Text(was)}', and is '{Text(@is)}'.", uses: uses);
                }
            }
        }
    }

    /// <summary>Returns the methods of the services that both versions have, each with its new version; null if there is none.</summary>
    internal static IEnumerable<(ServiceMethod Old, ServiceMethod? New)> Methods(SchemaModel old, SchemaModel @new) =>
        Services(old, @new).Where(pair => pair.New is not null).SelectMany(pair => Methods(pair.Old, pair.New!));

    private static IEnumerable<(ServiceDefinition Old, ServiceDefinition? New)> Services(SchemaModel old, SchemaModel @new) =>
        Pairs(old.Services, @new.Services, service => service.FullName);

    private static IEnumerable<(ServiceMethod Old, ServiceMethod? New)> Methods(ServiceDefinition old, ServiceDefinition @new) =>
        Pairs(old.Methods, @new.Methods, method => method.Name);

    private static IEnumerable<(T Old, T? New)> Pairs<T>(IEnumerable<T> old, IEnumerable<T> @new, Func<T, string> nameOf)
        where T : class
    {
        Dictionary<string, T> names = @new.ToDictionary(nameOf);
        return old.Select(item => (item, names.TryGetValue(nameOf(item), out T? same) ? same : null));
    }

    private static string Streaming(ServiceMethod method) => TypeText.Attribute(method.Attributes, "streaming") ?? "none";

    private static string Text(ServiceMethod method)
    {
        string streaming = Streaming(method) == "none" ? string.Empty : $" (streaming: \"{Streaming(method)}\")";
        return $"{method.Name}({method.Request}):{method.Response}{streaming}";
    }
}

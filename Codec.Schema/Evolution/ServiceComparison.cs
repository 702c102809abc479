using System.Linq;
using Codec.Schema.Model;

namespace Codec.Schema.Evolution;

/// <summary>Compares the services of two versions.</summary>
internal static class ServiceComparison
{
    internal static void Compare(BreakList breaks, TypePairs types, SchemaModel old, SchemaModel @new)
    {
        foreach (ServiceDefinition before in old.Services)
        {
            if (@new.Services.FirstOrDefault(service => service.FullName == before.FullName) is { } after)
            {
                Compare(breaks, types, before, after);
            }
            else
            {
                breaks.AddOld(EvolutionRule.ServiceRemoved, before.Span, $"'{before.FullName}' was a service, and the new schema has no such service.");
            }
        }
    }

    private static void Compare(BreakList breaks, TypePairs types, ServiceDefinition old, ServiceDefinition @new)
    {
        foreach (ServiceMethod before in old.Methods)
        {
            if (@new.Methods.FirstOrDefault(method => method.Name == before.Name) is not { } after)
            {
                breaks.AddOld(EvolutionRule.ServiceCallRemoved, before.Span, $"The method '{Text(before)}' was removed from '{@new.FullName}'.");
            }
            else if (!types.IsPair(before.Request, after.Request) || !types.IsPair(before.Response, after.Response) || Streaming(before) != Streaming(after))
            {
                breaks.Add(EvolutionRule.ServiceCallChanged, after.Span, $"The method of '{@new.FullName}' was '{Text(before)}', and is '{Text(after)}'.");
            }
        }
    }

    private static string Streaming(ServiceMethod method) => TypeText.Attribute(method.Attributes, "streaming") ?? "none";

    private static string Text(ServiceMethod method)
    {
        string streaming = Streaming(method) == "none" ? string.Empty : $" (streaming: \"{Streaming(method)}\")";
        return $"{method.Name}({method.Request}):{method.Response}{streaming}";
    }
}

using System.Linq;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Codec.Tests.Flatc;

/// <summary>Formats objects of flatc's object API as text, to compare all of their values.</summary>
/// <remarks>
/// For a missing vector, flatc's UnPack creates an empty list. For a missing union, it creates a union of type NONE. The text omits both.
/// </remarks>
internal static class ObjectJson
{
    public static string Of(object value)
    {
        JToken token = JToken.Parse(JsonConvert.SerializeObject(value));
        RemoveWhatIsMissing(token);
        return token.ToString();
    }

    private static void RemoveWhatIsMissing(JToken token)
    {
        foreach (JToken child in token.Children().ToList())
        {
            RemoveWhatIsMissing(child);
        }

        if (token is JProperty { Value: { } value } property
            && (value.Type == JTokenType.Null || value is JArray { Count: 0 } || (value is JValue { Value: "NONE" })))
        {
            property.Remove();
        }
    }
}

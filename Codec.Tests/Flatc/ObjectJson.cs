using System.Linq;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Codec.Tests.Flatc;

/// <summary>The values of one of flatc's objects as text, to compare two of them in full.</summary>
/// <remarks>
/// flatc's UnPack makes an empty list of a vector that is missing, and a union of no type of a union that is missing; so both are left out.
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

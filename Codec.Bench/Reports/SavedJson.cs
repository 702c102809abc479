using System.IO;
using System.Linq;
using System.Text.Json;

namespace Codec.Bench.Reports;

/// <summary>Reads files of saved figures, which an editor or a merge may have damaged.</summary>
internal static class SavedJson
{
    /// <summary>Reads a value. Nothing may be <see langword="null"/>.</summary>
    /// <param name="text">The text of the file.</param>
    /// <param name="file">The name of the file.</param>
    /// <param name="complaint">The part of the message between the name of the file and the cause.</param>
    /// <param name="options">The options with which the file was written. They decide whether a member may be missing.</param>
    /// <exception cref="InvalidDataException">The text is not such a value.</exception>
    internal static T Read<T>(string text, string file, string complaint, JsonSerializerOptions options)
    {
        try
        {
            using var document = JsonDocument.Parse(text);
            return HasNull(document.RootElement)
                ? throw new InvalidDataException($"{file} {complaint}: a value is null.")
                : document.Deserialize<T>(options)!;
        }
        catch (JsonException damage)
        {
            throw new InvalidDataException($"{file} {complaint}: {damage.Message}", damage);
        }
    }

    private static bool HasNull(JsonElement element) => element.ValueKind switch
    {
        JsonValueKind.Null => true,
        JsonValueKind.Array => element.EnumerateArray().Any(HasNull),
        JsonValueKind.Object => element.EnumerateObject().Any(member => HasNull(member.Value)),
        _ => false,
    };
}

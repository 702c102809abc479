namespace Codec.Tests.Json;

/// <summary>The results of flatc 25.12 for JSON, and its JSON for payloads.</summary>
internal sealed record FlatcJson(byte[]? Payload, string? Json, string? Error)
{
    public static FlatcJson[] OfJson(JsonSchema schema, string root, IEnumerable<byte[]> json) => Of(schema, root, json, []);

    /// <summary>Returns the results for JSON, followed by those for payloads.</summary>
    public static FlatcJson[] Of(JsonSchema schema, string root, IEnumerable<byte[]> json, IEnumerable<byte[]> payloads)
    {
        string folder = Directory.CreateDirectory(Repository.PathOf("artifacts", "flatc")).FullName;
        string request = Path.Combine(folder, $"json-{Environment.ProcessId}-{Guid.NewGuid():N}.json");
        try
        {
            File.WriteAllText(request, JsonSerializer.Serialize(new
            {
                schema = schema.Text,
                root,
                cases = json.Select(bytes => Case("json", bytes)).Concat(payloads.Select(bytes => Case("payload", bytes))),
            }));
            using JsonDocument answers = JsonDocument.Parse(FlatcTool.Run("json.mjs", request));
            return [.. answers.RootElement.EnumerateArray().Select(Answer)];
        }
        finally
        {
            File.Delete(request);
        }
    }

    private static Dictionary<string, string> Case(string kind, byte[] bytes) => new() { [kind] = Convert.ToBase64String(bytes) };

    private static FlatcJson Answer(JsonElement answer) => new(
        answer.TryGetProperty("payload", out JsonElement payload) ? payload.GetBytesFromBase64() : null,
        answer.TryGetProperty("json", out JsonElement json) ? Encoding.UTF8.GetString(json.GetBytesFromBase64()) : null,
        answer.TryGetProperty("error", out JsonElement error) ? error.GetString() : null);
}

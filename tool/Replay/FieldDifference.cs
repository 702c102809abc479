namespace Codec.Cli.Replay;

internal static class FieldDifference
{
    // This is enough to recognize a value.
    private const int MaxValueLength = 40;

    public static string? Describe(byte[] expected, byte[] received, PayloadMessage message)
    {
        if (message.FindProblem(received) is { } problem)
        {
            return $"the answer is invalid: {problem}";
        }

        if (!message.Verify(expected))
        {
            return null;
        }

        using JsonDocument? left = Parse(expected, message);
        using JsonDocument? right = Parse(received, message);
        return left is null || right is null ? null : Find("", left.RootElement, right.RootElement) ?? "every field is equal, and the bytes differ";
    }

    private static JsonDocument? Parse(byte[] payload, PayloadMessage message)
    {
        ArrayBufferWriter<byte> text = new();
        using Utf8JsonWriter json = new(text, PayloadJsonWriter.Options);
        if (!new PayloadJsonWriter(json).Write(payload, message))
        {
            return null;
        }

        json.Flush();
        return JsonDocument.Parse(text.WrittenMemory, new JsonDocumentOptions { MaxDepth = 2000 });
    }

    private static string? Find(string path, JsonElement expected, JsonElement received)
    {
        if (expected.ValueKind == JsonValueKind.Object && received.ValueKind == JsonValueKind.Object)
        {
            return expected.EnumerateObject().Concat(received.EnumerateObject()).Select(property => property.Name).Distinct()
                .Select(name => Compare(path.Length == 0 ? name : $"{path}.{name}", Property(expected, name), Property(received, name)))
                .FirstOrDefault(difference => difference is not null);
        }

        if (expected.ValueKind == JsonValueKind.Array && received.ValueKind == JsonValueKind.Array)
        {
            // An index would search the array from its start.
            return Elements(expected, received.GetArrayLength()).Zip(Elements(received, expected.GetArrayLength()))
                .Select((pair, index) => Compare($"{path}[{index}]", pair.First, pair.Second))
                .FirstOrDefault(difference => difference is not null);
        }

        return expected.GetRawText() == received.GetRawText() ? null : $"{path} is {Text(expected)} in the capture, {Text(received)} received";
    }

    private static string? Compare(string path, JsonElement? expected, JsonElement? received) => expected is { } left && received is { } right
        ? Find(path, left, right)
        : $"{path} is {Text(expected)} in the capture, {Text(received)} received";

    private static JsonElement? Property(JsonElement json, string name) => json.TryGetProperty(name, out JsonElement value) ? value : null;

    private static IEnumerable<JsonElement?> Elements(JsonElement array, int minCount) => array.EnumerateArray().Select(element => (JsonElement?)element)
        .Concat(Enumerable.Repeat<JsonElement?>(null, Math.Max(minCount - array.GetArrayLength(), 0)));

    private static string Text(JsonElement? json)
    {
        string text = json?.GetRawText() ?? "missing";
        return MessageText.Printable(text.Length <= MaxValueLength ? text : text[..MaxValueLength] + "…");
    }
}

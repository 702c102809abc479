namespace Codec.Interpreter;

internal sealed partial class PayloadJsonReader
{
    private byte[] Utf8(JsonElement value)
    {
        Expect(value, JsonValueKind.String, "a string");
        return Encoding.UTF8.GetBytes(GetString(value));
    }

    private string NameOf(JsonProperty property)
    {
        try
        {
            return property.Name;
        }
        catch (InvalidOperationException)
        {
            Fail($"The name of a field is not valid Unicode.");
            throw;
        }
    }

    private string GetString(JsonElement value, bool isRaw = false)
    {
        try
        {
            return isRaw ? value.GetRawText()[1..^1] : value.GetString()!;
        }
        catch (InvalidOperationException)
        {
            Fail($"The string is not valid Unicode.");
            throw;
        }
    }

    private void Push(string name) => _path.Add((name, 0));

    private void Push(int index) => _path.Add((null, index));

    // Replaces the last name of the path: in JSON, the type of a union is a separate field.
    private void Rename(string name) => _path[^1] = (name, 0);

    private void Pop() => _path.RemoveAt(_path.Count - 1);

    private void Expect(JsonElement value, JsonValueKind kind, string expected)
    {
        if (value.ValueKind != kind)
        {
            Fail($"Expected {expected} instead of {Shown(value)}.");
        }
    }

    private string Shown(JsonElement value) => value.ValueKind switch
    {
        JsonValueKind.Object => "an object",
        JsonValueKind.Array => "an array",
        JsonValueKind.String => $"'{Shorten(GetString(value, isRaw: true))}'",
        _ => $"'{Shorten(value.GetRawText())}'",
    };

    private static string Shorten(string text) => text.Length > MaxShown ? text[..MaxShown] + "…" : text;

    // The other parameters are those of JsonPlace.Find.
    [DoesNotReturn]
    private void Fail(FormattableString problem, string? name = null, int occurrence = 0)
    {
        StringBuilder path = new("$");
        foreach ((string? step, int index) in _path)
        {
            path.Append(step is null ? FormattableString.Invariant($"[{index}]") : "." + step);
        }

        (long, long)? place = _text.IsEmpty ? null : JsonPlace.Find(_text.Span, _path, name, occurrence);
        Throw.InvalidJson(problem.ToString(CultureInfo.InvariantCulture), path.ToString(), place);
    }
}

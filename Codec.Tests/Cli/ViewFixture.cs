namespace Codec.Tests.Cli;

/// <summary>The base class of fixtures that ask <c>codec view</c> what its page asks.</summary>
internal abstract class ViewFixture : ToolFixture
{
    /// <summary>Gets the client that asks.</summary>
    protected HttpClient Http { get; } = new() { Timeout = Limit };

    [OneTimeTearDown]
    public void CloseClient() => Http.Dispose();

    protected static string AddressOf(string line) => Regex.Match(line, @"http://\S+").Value;

    protected async Task<JsonElement> GetAsync(string page, string request)
    {
        using JsonDocument document = JsonDocument.Parse(await Http.GetStringAsync(new Uri(page + request)));
        return document.RootElement.Clone();
    }

    /// <summary>Waits until the status of the page meets a condition.</summary>
    protected async Task<JsonElement> WaitForAsync(string page, Predicate<JsonElement> condition)
    {
        JsonElement state = await GetAsync(page, "status");
        while (!condition(state))
        {
            state = await GetAsync(page, $"status?known={state.GetProperty("version")}");
        }

        return state;
    }
}

namespace Codec.Cli.View;

/// <summary>Answers the requests of a page. Thread-safe.</summary>
/// <param name="sender">Sends packets, or <see langword="null"/> for a capture.</param>
internal sealed class ViewApi(PacketIndex index, PacketFormat format, string title, PacketSender? sender)
{
    // The current filter, the one before, and that of another page. Each has up to 64 MB.
    private const int MaxFilters = 3;

    // A page shows the progress of a slow filter this often.
    private static readonly TimeSpan ScanTime = TimeSpan.FromMilliseconds(100);

    // How long a request waits for new rows, and how often it looks for them. A user does not notice this delay.
    private static readonly TimeSpan WaitTime = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan WaitInterval = TimeSpan.FromMilliseconds(50);

    private readonly List<FilteredRows> _filters = [];

    /// <summary>Answers a request.</summary>
    /// <param name="path">The path without the token, such as <c>rows</c>.</param>
    /// <param name="body">The body of a POST, or <see langword="null"/> for a GET.</param>
    /// <returns>An object to write as JSON, or <see langword="null"/> if there is no such path or row.</returns>
    /// <exception cref="CommandFailedException">The query is not valid.</exception>
    public async Task<object?> AnswerAsync(string path, IReadOnlyDictionary<string, string> query, byte[]? body, CancellationToken cancellationToken)
    {
        int Number(string name, int missing = 0) => (int)Math.Clamp(Long(name, missing), int.MinValue, int.MaxValue);
        long Long(string name, long missing) => !query.TryGetValue(name, out string? text) ? missing
            : long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out long number) ? number
            : throw new CommandFailedException($"{name} is not a number.");

        ViewJson json = new(index, format);
        switch ((path, IsPost: body is not null))
        {
            case ("status", false):
                await WaitAsync(Long("known", -1), cancellationToken).ConfigureAwait(false);
                return json.Status(title, sender is not null);
            case ("rows", false):
                FilteredRows rows = Filter(query);
                (int total, int scanned) = rows.Scan(ScanTime);
                return json.Rows(rows, Number("from"), Number("count"), total, scanned);
            case ("find", false):
                FilteredRows found = Filter(query);
                (int count, _) = found.Scan(ScanTime);
                int position = found.PositionOf(Math.Clamp(Number("row"), 0, index.Count));
                int step = Math.Sign(Number("step"));
                position = step == 0 ? Math.Min(position, count - 1) : found.FindError(position, step, count);
                return new { position, row = position < 0 ? -1 : found.RowAt(position) };
            case ("lanes", false):
                return json.Lanes(Long("from", 0), Long("to", index.End - index.Start), Number("intervals", 1), Number("lanes", 1));
            case ("packet", false):
                int row = Number("row", -1);
                return row < 0 || row >= index.Count ? null : json.Detail(row, Number("shown", ViewJson.ShownBytes));
            case ("send", true) when sender is not null:
                return new { error = await sender.SendAsync(body, cancellationToken).ConfigureAwait(false) };
            default:
                return null;
        }
    }

    // Waits until there are other rows than the page knows.
    private async Task WaitAsync(long known, CancellationToken cancellationToken)
    {
        for (TimeSpan waited = TimeSpan.Zero; ViewJson.Version(index) == known && waited < WaitTime; waited += WaitInterval)
        {
            await Task.Delay(WaitInterval, cancellationToken).ConfigureAwait(false);
        }
    }

    private FilteredRows Filter(IReadOnlyDictionary<string, string> query)
    {
        RowFilter filter = new(index, query);
        lock (_filters)
        {
            if (_filters.Find(candidate => candidate.Key == filter.Key) is { } known)
            {
                return known;
            }

            if (_filters.Count == MaxFilters)
            {
                _filters.RemoveAt(0);
            }

            FilteredRows created = new(index, filter);
            _filters.Add(created);
            return created;
        }
    }
}

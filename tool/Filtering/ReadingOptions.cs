namespace Codec.Cli.Filtering;

internal sealed class ReadingOptions : SharedOptions
{
    // A shorter file is read before progress would be useful.
    private const long MinProgressLength = 64 * 1024 * 1024;

    private const string Text = "is a text, and not packets; to read it as packets, give --raw.";
    private readonly Argument<string> _file;
    private readonly Option<string> _type = new("--type", "-t") { Description = "FILE is one payload of this table or struct.", HelpName = "NAME" };
    private readonly Option<int?> _port = OptionValues.Port(min: 0);
    private readonly Option<string> _capturedBy = OptionValues.CapturedBy();
    private readonly Option<bool> _raw = new("--raw") { Description = "Read FILE as packets, whatever it looks like." };
    private readonly Option<bool> _follow = new("--follow", "-f") { Description = "Wait at the end of FILE for more, until Ctrl+C." };
    private readonly Option<string[]> _ids = new("--id") { Description = "Only this id, a number or a name; may be repeated.", HelpName = "ID" };
    private readonly Option<uint[]> _connections = OptionValues.Connections();
    private readonly Option<bool> _errors = new("--errors") { Description = "Only invalid packets, and bytes that are no packets." };
    private readonly Option<CaptureDirection?> _direction =
        OptionValues.Quantity<CaptureDirection>("--direction", "in|out", "Only what was received (in) or sent (out).", ParseDirection);

    private readonly (Option<TimeBound?> After, Option<TimeBound?> Before) _time = (
        OptionValues.Quantity<TimeBound>("--after", "TIME", "From then on: seconds, or a date and time.", TimeBound.Parse),
        OptionValues.Quantity<TimeBound>("--before", "TIME", "Before this time.", TimeBound.Parse));

    private readonly Option<string> _where = new("--where", "-w") { Description = "Only fields such as 'Chat.text ~ \"hi\" && id > 3'.", HelpName = "CONDITION" };

    public ReadingOptions(string name = "FILE", string description = "Packets, a capture or a payload; - reads the input.")
    {
        _file = new Argument<string>(name) { Description = description };
        _file.Validators.Add(OptionValues.RejectNoFile);
    }

    public void AddTo(Command command, bool canFollow)
    {
        command.Arguments.Add(_file);
        foreach (Option option in (Option[])[.. Options, _type, _port, _capturedBy, _raw, _errors, _ids, _connections, _direction, _time.After, _time.Before, _where])
        {
            command.Options.Add(option);
        }

        if (canFollow)
        {
            command.Options.Add(_follow);
        }
    }

    public bool IsPayload(ParseResult result) => result.GetValue(_type) is not null;

    public string FileName(ParseResult result) => result.GetValue(_file)!;

    /// <summary>Opens the file, and chooses its packets. A command creates its output afterwards, so that an error here does not empty an older file.</summary>
    public SelectedPackets Open(ParseResult result, PayloadSchema? schema)
    {
        SourceStream stream = SourceStream.Open(FileName(result));
        try
        {
            PayloadMessage? type = Type(result, schema);
            PacketFilter filter = Filter(result, schema);
            stream.IsFollowing = result.GetValue(_follow) && FileName(result) != StandardInput.Name;
            bool isSeekable = !stream.IsPipe && stream.PeekKind() is (SourceKind.Capture or SourceKind.Other);
            PacketSource source = Source(result, stream, type);
            if (source is not CaptureSource && (filter.After ?? filter.Before) is not null)
            {
                throw new CommandFailedException("--after and --before select by time, and the packets of the file have no times.");
            }

            if (filter is { After: { } after, Before: { } before } && after.IsAbsolute == before.IsAbsolute && after.Value >= before.Value)
            {
                throw new CommandFailedException($"--after {Given(result, _time.After)} is not before --before {Given(result, _time.Before)}.");
            }

            if (source is not CaptureSource && (filter.Direction != CaptureDirection.Unknown || filter.Connections.Count > 0))
            {
                string what = filter.Connections.Count > 0 ? "connection" : "direction";
                throw new CommandFailedException($"--{what} selects by {what}, and the packets of the file have no {what}s.");
            }

            return new SelectedPackets(stream, source)
            {
                Schema = schema,
                Type = type,
                IsServer = OptionValues.IsServer(result, _capturedBy),
                Filter = filter,
                IsSeekable = isSeekable,
            };
        }
        catch
        {
            stream.Dispose();
            throw;
        }
    }

    /// <summary>Runs an operation that reads a file, and shows its progress if the file is long.</summary>
    public static int Run(IAnsiConsole error, Utf8Output? output, SourceStream stream, Func<CancellationToken, int> work)
    {
        bool isShown = Progress.IsPossible && output?.IsTerminal != true && !stream.IsFollowing && stream.KnownLength >= MinProgressLength;
        if (!isShown && !stream.IsFollowing)
        {
            return work(default);
        }

        // The cursor is hidden while progress is shown. Ctrl+C must not leave it hidden.
        using StopSignal stop = new();
        if (stream.IsFollowing)
        {
            return work(stop.Token);
        }

        int exitCode = Progress.Show(error, () => "reading", stream.KnownLength, () => stream.Position, () => work(stop.Token));
        return stop.Token.IsCancellationRequested ? throw new CommandFailedException("Interrupted. The output is incomplete.") : exitCode;
    }

    private PayloadMessage? Type(ParseResult result, PayloadSchema? schema)
    {
        if (result.GetValue(_type) is not { } name)
        {
            return null;
        }

        return schema is null
            ? throw new CommandFailedException("--type needs the schema of the type; expected --schema FILE.")
            : schema.Find(name) ?? throw new CommandFailedException($"The schema has no table or struct '{name}', or more than one{SharedOptions.DidYouMean(name, schema.Messages)}");
    }

    private PacketSource Source(ParseResult result, SourceStream stream, PayloadMessage? type)
    {
        if (type is not null)
        {
            return new PayloadSource(stream, type.Packet?.Id ?? 0);
        }

        PacketFormat format = Format(result);
        bool isRaw = result.GetValue(_raw);
        SourceKind kind = isRaw ? SourceKind.Other : stream.PeekKind();
        if (kind == SourceKind.Other && !isRaw && (stream.DescribeForeign() ?? (stream.IsText() ? Text : null)) is { } other)
        {
            throw new CommandFailedException($"{StandardInput.Describe(FileName(result))} {other}");
        }

        if (kind == SourceKind.Other || (kind == SourceKind.Zip && stream.IsPipe))
        {
            return new StreamSource(stream, format);
        }

        CapturedPacketReaderOptions options = new() { Format = format, Port = (ushort)(result.GetValue(_port) ?? DefaultPort), IsServer = OptionValues.IsServer(result, _capturedBy) == true };
        return new CaptureSource(CaptureSource.Open(stream, FileName(result), format), options);
    }

    private PacketFilter Filter(ParseResult result, PayloadSchema? schema)
    {
        FieldFilter? where = null;
        if (result.GetValue(_where) is { } condition)
        {
            where = FieldFilterParser.Parse(condition, schema ?? throw new CommandFailedException("--where needs the schema of the fields; expected --schema FILE."));
        }

        return new PacketFilter
        {
            Ids = [.. (result.GetValue(_ids) ?? []).Select(id => Id(id, schema, _ids.Name))],
            Connections = [.. result.GetValue(_connections) ?? []],
            HasOnlyErrors = result.GetValue(_errors),
            Direction = result.GetValue(_direction) ?? CaptureDirection.Unknown,
            After = result.GetValue(_time.After),
            Before = result.GetValue(_time.Before),
            Where = where,
        };
    }

    private static string Given(ParseResult result, Option option) => result.GetResult(option)!.Tokens[0].Value;

    private static string? ParseDirection(string text, out CaptureDirection direction)
    {
        direction = text switch { "in" => CaptureDirection.Inbound, "out" => CaptureDirection.Outbound, _ => CaptureDirection.Unknown };
        return direction == CaptureDirection.Unknown ? $"'{text}' is not a direction; expected in or out." : null;
    }
}

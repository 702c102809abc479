namespace Codec.Cli.View;

/// <summary>The command <c>codec view</c>.</summary>
internal static class ViewCommand
{
    private const string Description = "Show packets in a browser. Example: codec view game.pcapng --schema game.fbs";

    public static Command Create(IAnsiConsole output, IAnsiConsole error, CancellationToken cancellationToken = default)
    {
        ReadingOptions options = new("SOURCE", "A file; or, with a TARGET, an address to listen on.");
        Argument<EndPoint> target = OptionValues.EndPoint("[TARGET]", "Forward connections to this server, as codec tap.", allowsPortZero: false, isOptional: true);
        Option<string> file = new("--output", "-o") { Description = "Write the page into this file (.html).", HelpName = "FILE" };
        Option<TimeSpan?> duration = OptionValues.Duration("--duration", "Stop after this time.");
        file.Validators.Add(OptionValues.RejectNoFile);
        Command command = new("view", Description);
        options.AddTo(command, canFollow: true);
        command.Arguments.Add(target);
        command.Options.Add(file);
        command.Options.Add(duration);
        Option[] live = [.. options.Options, file, duration];
        command.Validators.Add(result =>
        {
            if (result.GetResult(target) is { Tokens.Count: > 0 } && command.Options.FirstOrDefault(option => !live.Contains(option) && result.GetResult(option) is { Implicit: false }) is { } other)
            {
                result.AddError($"{other.Name} is for captures; the page chooses packets of a TARGET.");
            }
        });
        command.SetAction(result => ExitCode.Of(error, () =>
        {
            PayloadSchema? schema = options.Schema(result, error);
            string? path = result.GetValue(file);
            string source = options.FileName(result);
            if (path is not null)
            {
                OutputFile.RejectInput(path, [source, .. schema?.Files ?? []]);
            }

            int Run(Func<CancellationToken, Task<int>> run)
            {
                using StopSignal signal = new();
                using CancellationTokenSource stop = CancellationTokenSource.CreateLinkedTokenSource(signal.Token, cancellationToken);
                stop.CancelAfter(result.GetValue(duration) ?? Timeout.InfiniteTimeSpan);
                return run(stop.Token).GetAwaiter().GetResult();
            }

            if (result.GetValue(target) is { } server)
            {
                EndPoint listen = EndPointText.Parse(source, allowsPortZero: true, out EndPoint? parsed) is { } wrong ? throw new CommandFailedException($"LISTEN: {wrong}") : parsed!;
                return Run(stop => new LiveView(schema, options.Format(result), output).RunAsync(listen, server, path, stop));
            }

            using SelectedPackets input = options.Open(result, schema);
            using PacketIndex index = new(new IndexSchema(schema, input.Type, input.IsServer), input.IsSeekable ? source : null);
            ViewOutput page = new(index, options.Format(result), source == StandardInput.Name ? "standard input" : Path.GetFileName(source), output);
            if (path is not null)
            {
                int exitCode = input.Read(error, index, null);
                page.Write(path);
                return exitCode;
            }

            return Run(stop => page.ServeAsync(input, stop));
        }));
        return command;
    }
}

namespace Codec.Cli.Tap;

internal static class TapCommand
{
    private const string Description = "Forward connections, print and capture packets. Example: codec tap 127.0.0.1:7778 game.example:7777 --schema game.fbs -o game.pcapng";

    public static Command Create(IAnsiConsole output, IAnsiConsole error, CancellationToken cancellationToken = default)
    {
        Argument<EndPoint> listen = OptionValues.EndPoint("LISTEN", "The address to listen on; port 0 chooses a port.", allowsPortZero: true);
        Argument<EndPoint> target = OptionValues.EndPoint("TARGET", "The server's address, such as game.example:7777.", allowsPortZero: false);
        Option<string> file = new("--output", "-o") { Description = "The capture to write (.pcapng).", HelpName = "FILE" };
        Option<bool> asTcp = new("--as-tcp") { Description = "Write TCP segments, which every tool can follow." };
        Option<bool> udp = new("--udp") { Description = "Forward datagrams, of one packet each." };
        Option<TimeSpan?> delay = OptionValues.Duration("--delay", "Delay each direction by this time.");
        Option<TimeSpan?> jitter = OptionValues.Duration("--jitter", "Vary the delay by at most this, up and down.");
        Option<double?> rate = OptionValues.Quantity<double>("--rate", "RATE", "Limit each direction, such as 1mbit or 200kB.", QuantityText.ParseRate);
        Option<TimeSpan?> disconnect = OptionValues.Duration("--disconnect-after", "Reset each connection after this time.");
        Option<double?> loss = OptionValues.Quantity<double>("--loss", "SHARE", "Lose this share of datagrams, such as 2%.", QuantityText.ParseShare);
        Option<double?> reorder = OptionValues.Quantity<double>("--reorder", "SHARE", "Hold this share of datagrams back for 50 ms.", QuantityText.ParseShare);
        Option<int?> seed = OptionValues.Number("--seed", "NUMBER", "The seed of jitter, loss and order.", int.MinValue, int.MaxValue);
        Option<TimeSpan?> duration = OptionValues.Duration("--duration", "Stop after this time.");
        Option<bool> quiet = new("--quiet", "-q") { Description = "Print no packets, only events and framing errors." };
        Option<bool> json = new("--json") { Description = "Print JSON, one object per line." };
        file.Validators.Add(OptionValues.RejectNoFile);
        file.Validators.Add(OptionValues.RejectOtherCapture);
        Command command = new("tap", Description)
        {
            listen, target, file, asTcp, udp, delay, jitter, rate, disconnect, loss, reorder, seed, duration, quiet, json,
        };
        SharedOptions shared = new();
        foreach (Option option in shared.Options)
        {
            command.Options.Add(option);
        }

        command.Validators.Add(result =>
        {
            if (!result.GetValue(udp) && (result.GetResult(loss) is { Implicit: false } || result.GetResult(reorder) is { Implicit: false }))
            {
                result.AddError("--loss and --reorder are for datagrams; add --udp. TCP repairs both.");
            }

            if (result.GetValue(asTcp) && result.GetResult(file) is null)
            {
                result.AddError("--as-tcp is for captures; expected --output with a file.");
            }

            if (result.GetValue(asTcp) && result.GetValue(udp))
            {
                result.AddError("--as-tcp is for connections, and --udp forwards datagrams.");
            }
        });
        command.SetAction(result => ExitCode.Of(error, () =>
        {
            PayloadSchema? schema = shared.Schema(result, error);
            if (result.GetValue(file) is { } path)
            {
                OutputFile.RejectInput(path, [.. schema?.Files ?? []]);
            }

            LineConditions conditions = new(
                result.GetValue(delay) ?? default,
                result.GetValue(jitter) ?? default,
                result.GetValue(rate) ?? double.PositiveInfinity,
                result.GetValue(disconnect),
                result.GetValue(loss) ?? 0,
                result.GetValue(reorder) ?? 0,
                result.GetValue(seed) ?? Environment.TickCount);
            TapOptions options = new(
                result.GetValue(listen)!,
                result.GetValue(target)!,
                shared.Format(result),
                conditions,
                result.GetValue(udp),
                result.GetValue(file),
                result.GetValue(asTcp) ? CaptureEncapsulation.Tcp : CaptureEncapsulation.User0,
                result.GetValue(quiet),
                result.GetValue(json),
                result.GetValue(duration));
            using StopSignal signal = new();
            using CancellationTokenSource stop = CancellationTokenSource.CreateLinkedTokenSource(signal.Token, cancellationToken);
            return new TapSession(options, schema, output).RunAsync(stop.Token).GetAwaiter().GetResult();
        }));
        return command;
    }
}

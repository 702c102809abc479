namespace Codec.Cli.Inspect;

internal static class InspectCommand
{
    private const string Description = "Print packets, one line each, or explain each byte. Example: codec inspect game.pcapng --schema game.fbs --where 'sender == \"Ann\"'";

    // The columns before the fields need 40.
    private const int MinWidth = LinePrinter.DefaultWidth / 2;

    public static Command Create(IAnsiConsole output, IAnsiConsole error)
    {
        ReadingOptions options = new();
        Option<bool> bytes = new("--bytes") { Description = "Explain every byte of each packet." };
        Option<bool> json = new("--json") { Description = "Print lines of JSON, as codec decode does." };
        Option<int?> width = OptionValues.Number("--width", "COLUMNS", $"The columns of a line, at least {MinWidth}; 0 for no limit.", MinWidth, int.MaxValue, allowsZero: true);
        Command command = new("inspect", Description);
        options.AddTo(command, canFollow: true);
        command.Options.Add(bytes);
        command.Options.Add(json);
        command.Options.Add(width);
        command.SetAction(result => ExitCode.Of(error, () =>
        {
            PayloadSchema? schema = options.Schema(result, error);
            using SelectedPackets input = options.Open(result, schema);
            using Utf8Output target = Utf8Output.Of(output);
            int columns = result.GetValue(width) switch
            {
                null => output.Profile.Out.IsTerminal && Console.WindowWidth > 0 ? Console.WindowWidth : LinePrinter.DefaultWidth,
                0 => int.MaxValue,
                int wanted => wanted,
            };
            IPacketVisitor visitor = result.GetValue(json) ? new JsonPrinter(target, options.IsPayload(result))
                : result.GetValue(bytes) ? new BytesPrinter(target, options.Format(result), columns, isWrapped: target.IsTerminal || result.GetValue(width) is not null) : new LinePrinter(target, columns);
            using IDisposable? printer = visitor as IDisposable;
            return input.Read(error, visitor, target);
        }));
        return command;
    }
}

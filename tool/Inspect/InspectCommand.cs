using Codec.Cli.Filtering;

namespace Codec.Cli.Inspect;

/// <summary>The command <c>codec inspect</c>.</summary>
internal static class InspectCommand
{
    private const string Description = """
        Print one line for each packet of a file, a payload or a capture. Exits with 1 if a packet is invalid, and with 2 if it could not read.

        Time is seconds since the first packet, or the offset in a file of packets; > is sent, < is received, seen from the machine that captured.

        Example: codec inspect game.pcapng --schema game.fbs --where 'Chat.sender == "Ann"'
        """;

    // The columns before the fields need 40.
    private const int MinWidth = LinePrinter.DefaultWidth / 2;

    public static Command Create(IAnsiConsole output, IAnsiConsole error)
    {
        ReadingOptions options = new();
        Option<bool> bytes = new("--bytes") { Description = "Explain every byte of each packet: offset, bytes, field, value, padding, vtable." };
        Option<bool> json = new("--json") { Description = "Print each packet as a line of JSON, as codec decode does." };
        Option<int?> width = OptionValues.Number("--width", "COLUMNS", $"The columns of a line, at least {MinWidth}; 0 for no limit. By default as wide as the terminal, or {LinePrinter.DefaultWidth}.", MinWidth, int.MaxValue, allowsZero: true);
        Command command = new("inspect", Description);
        options.AddTo(command, canFollow: true);
        command.Options.Add(bytes);
        command.Options.Add(json);
        command.Options.Add(width);
        command.SetAction(result => ExitCode.Of(error, () =>
        {
            PayloadSchema? schema = options.Schema(result, error);
            using PacketInput input = options.Open(result, schema);
            using Utf8Output target = Utf8Output.Of(output);
            int columns = result.GetValue(width) switch
            {
                null => output.Profile.Out.IsTerminal && Console.WindowWidth > 0 ? Console.WindowWidth : LinePrinter.DefaultWidth,
                0 => int.MaxValue,
                int wanted => wanted,
            };
            IPacketVisitor visitor = result.GetValue(json) ? new JsonPrinter(target, options.IsPayload(result))
                : result.GetValue(bytes) ? new BytesPrinter(target, options.Format(result), columns) : new LinePrinter(target, columns);
            using IDisposable? printer = visitor as IDisposable;
            return input.Read(error, visitor, target);
        }));
        return command;
    }
}

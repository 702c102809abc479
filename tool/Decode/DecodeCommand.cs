namespace Codec.Cli.Decode;

internal static class DecodeCommand
{
    private const string Description = "Write packets as JSON, one line each. Example: codec decode game.pcapng --schema game.fbs > game.jsonl";

    public static Command Create(IAnsiConsole output, IAnsiConsole error)
    {
        ReadingOptions options = new();
        Option<string> file = new("--output", "-o") { Description = "The file to write, instead of the standard output.", HelpName = "FILE" };
        file.Validators.Add(OptionValues.RejectNoFile);
        Command command = new("decode", Description);
        options.AddTo(command, canFollow: true);
        command.Options.Add(file);
        command.SetAction(result => ExitCode.Of(error, () =>
        {
            PayloadSchema schema = options.RequiredSchema(result, error);
            using SelectedPackets input = options.Open(result, schema);
            using Utf8Output target = Utf8Output.Of(output, result.GetValue(file), [options.FileName(result), .. schema.Files]);
            using JsonPrinter printer = new(target, options.IsPayload(result));
            return input.Read(error, printer, target);
        }));
        return command;
    }
}

using Codec.Cli.Filtering;

namespace Codec.Cli.Decode;

/// <summary>The command <c>codec decode</c>.</summary>
internal static class DecodeCommand
{
    private const string Description = """
        Write packets, a payload or a capture as JSON, one packet per line, in the dialect of flatc --strict-json. A payload is written as its object only; a packet also has its id, time and direction. If a payload cannot be read with the schema, its bytes are in the field bytes, in base64. Exits with 1 if a packet is invalid, and with 2 if it could not read.

        Example: codec decode game.pcapng --schema game.fbs > game.jsonl
        """;

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
            using PacketInput input = options.Open(result, schema);
            using Utf8Output target = Utf8Output.Of(output, result.GetValue(file), [options.FileName(result), .. schema.Files]);
            using JsonPrinter printer = new(target, options.IsPayload(result));
            return input.Read(error, printer, target);
        }));
        return command;
    }
}

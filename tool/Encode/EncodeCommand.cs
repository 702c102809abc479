namespace Codec.Cli.Encode;

internal static class EncodeCommand
{
    private const string Description = "Write packets from the JSON of codec decode. Example: codec encode game.jsonl --schema game.fbs -o game.pcapng";
    private static readonly string[] CaptureExtensions = [".pcapng", ".ntar"];

    public static Command Create(IAnsiConsole output, IAnsiConsole error)
    {
        SharedOptions shared = new();
        Argument<string> file = new("FILE") { Description = "JSON, one packet per line; - reads the input." };
        Option<string> type = new("--type", "-t") { Description = "FILE is the JSON of one payload of this type.", HelpName = "NAME" };
        Option<string> target = new("--output", "-o") { Description = "A capture if it ends in .pcapng, otherwise packets.", HelpName = "FILE" };
        Option<bool> tcp = new("--as-tcp") { Description = "Write TCP segments, which every tool can follow." };
        Option<bool> skip = new("--skip-unknown") { Description = "Skip unknown fields, of a line and of its payload." };
        file.Validators.Add(OptionValues.RejectNoFile);
        target.Validators.Add(OptionValues.RejectNoFile);
        target.Validators.Add(OptionValues.RejectOtherCapture);
        Command command = new("encode", Description) { file, type, target, tcp, skip };
        foreach (Option option in shared.Options)
        {
            command.Options.Add(option);
        }

        command.SetAction(result => ExitCode.Of(error, () =>
        {
            PayloadSchema schema = shared.RequiredSchema(result, error);
            PacketEncoding encoding = new(schema, shared.Format(result), result.GetValue(skip), error);
            using SourceStream input = SourceStream.Open(result.GetValue(file)!);
            if (input.PeekKind() != SourceKind.Other)
            {
                throw new CommandFailedException($"{result.GetValue(file)}: the file is a capture or compressed; expected the JSON that codec decode writes.");
            }

            input.SkipByteOrderMark();
            string? path = result.GetValue(target);
            string[] inputs = [result.GetValue(file)!, .. schema.Files];
            bool isCapture = path is not null && result.GetValue(type) is null && OptionValues.HasExtension(path, CaptureExtensions);
            if (result.GetValue(tcp) && !isCapture)
            {
                throw new CommandFailedException("--as-tcp is for captures; expected --output with a name that ends in .pcapng, without --type.");
            }

            if (result.GetValue(type) is { } name)
            {
                PayloadMessage message = schema.Find(name) ?? throw new CommandFailedException($"The schema has no table or struct '{name}', or more than one{SharedOptions.DidYouMean(name, schema.Messages)}");
                return encoding.Payload(input, result.GetValue(file)!, message, () => Utf8Output.Of(output, path, inputs));
            }

            if (isCapture)
            {
                CaptureWriterOptions options = new() { Encapsulation = result.GetValue(tcp) ? CaptureEncapsulation.Tcp : CaptureEncapsulation.User0, MaxPacketSize = CaptureSource.MaxRecordSize(shared.Format(result)) };
                using CaptureWriter capture = new(OutputFile.Create(path!, inputs), options);
                return ReadingOptions.Run(error, null, input, stop => encoding.Capture(input, capture, result.GetValue(tcp) ? CaptureDirection.Outbound : CaptureDirection.Unknown, stop));
            }

            using Utf8Output packets = Utf8Output.Of(output, path, inputs);
            input.BeforeWait = input.IsPipe ? packets.Flush : null;
            return ReadingOptions.Run(error, packets, input, stop => encoding.Packets(input, packets, stop));
        }));
        return command;
    }
}

namespace Codec.Cli;

/// <summary>The options of every command that reads packets: the schemas and the packet format.</summary>
/// <remarks>Create one for each command, add its <see cref="Options"/>, and read the values when the command runs.</remarks>
internal class SharedOptions
{
    public const int DefaultPort = 7777;

    private readonly Option<string[]> _schemas = new("--schema", "-s") { Description = "A schema (.fbs) of the packets; may be repeated.", HelpName = "FILE" };
    private readonly Option<string[]> _includes = OptionValues.Includes();
    private readonly Option<PacketFormat> _format = new("--packet-format")
    {
        CustomParser = ParseFormat,
        Description = "The packet format, such as size=u32,max=4096.",
        HelpName = "FORMAT",
    };

    public SharedOptions() => _schemas.Validators.Add(OptionValues.RejectNoFile);

    public IEnumerable<Option> Options => [_schemas, _includes, _format];
    public Option FormatOption => _format;

    public PacketFormat Format(ParseResult result) => result.GetValue(_format) ?? PacketFormat.Default;

    public static uint Id(string text, PayloadSchema? schema, string option) =>
        uint.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out uint id)
            ? id
            : schema?.Find(text)?.Packet?.Id ?? throw new CommandFailedException($"{option}: '{MessageText.Printable(text)}' is neither a number nor a packet of the schema{DidYouMean(text, (schema?.Messages ?? []).Where(message => message.Packet is not null))}");

    public static string DidYouMean(string name, IEnumerable<PayloadMessage> messages) =>
        MessageText.DidYouMean(name, messages.SelectMany(message => (string[])[message.Name, message.FullName]));

    /// <summary>Compiles the schemas, and prints their errors. Returns <see langword="null"/> if the command line has none.</summary>
    public PayloadSchema? Schema(ParseResult result, IAnsiConsole error)
    {
        string[] paths = result.GetValue(_schemas) ?? [];
        return paths.Length == 0 ? null : Compile(paths, result.GetValue(_includes) ?? [], error);
    }

    public PayloadSchema RequiredSchema(ParseResult result, IAnsiConsole error) =>
        Schema(result, error) ?? throw new CommandFailedException("No schema is given; expected --schema FILE.");

    public static PayloadSchema Compile(IEnumerable<string> paths, IEnumerable<string> includes, IAnsiConsole error)
    {
        SchemaFiles files = new();
        SchemaSource[] roots = [.. paths.Select(files.Read)];
        SchemaResult result = PayloadSchema.Check(SchemaCompiler.Compile(roots, files.Find, includes.Select(Path.GetFullPath)));
        if (result.Model is null)
        {
            new DiagnosticPrinter(error, files.TextOf, SchemaFiles.NameOf).Print(result);
            throw new CommandFailedException("The schemas have errors.");
        }

        return new PayloadSchema(result.Model) { Files = files.Paths };
    }

    private static PacketFormat? ParseFormat(ArgumentResult result)
    {
        try
        {
            return PacketFormat.Parse(result.Tokens[0].Value);
        }
        catch (FormatException exception)
        {
            result.AddError("--packet-format: " + MessageText.Printable(exception.Message));
            return null;
        }
    }
}

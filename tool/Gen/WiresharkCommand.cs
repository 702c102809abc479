using Codec.Schema.Wireshark;

namespace Codec.Cli.Gen;

internal sealed class WiresharkCommand : GenCommand
{
    private readonly SharedOptions _shared = new();
    private readonly Option<int[]> _ports = new("--port") { Description = "A TCP and UDP port of the server, 7777 by default; may be given several times.", HelpName = "PORT" };

    public WiresharkCommand(IAnsiConsole output, IAnsiConsole error)
        : base(
            "wireshark",
            "A Wireshark dissector in Lua for the packets of all schemas named. Example: codec gen wireshark game.fbs -o ~/.local/lib/wireshark/plugins --port 7777",
            "No effect: the target has no files for the types of included schemas.",
            output,
            error)
    {
        _ports.Validators.Add(RejectBadPorts);
        Options.Add(_shared.FormatOption);
        Options.Add(_ports);
    }

    protected override IEnumerable<GeneratedFile> Emit(SchemaModel model, ParseResult result)
    {
        PacketFormat format = _shared.Format(result);
        int[] ports = result.GetValue(_ports) ?? [];
        return
        [
            WiresharkEmitter.Emit(model, new WiresharkOptions
            {
                SizeWidth = format.SizeWidth,
                IdWidth = format.IdWidth,
                IsIdFirst = format.IsIdFirst,
                IsBigEndian = format.IsBigEndian,
                SizeCountsHeader = format.SizeCountsHeader,
                MaxPayloadSize = format.MaxPayloadSize,
                Ports = new EquatableArray<int>(ports.Length == 0 ? [WiresharkOptions.DefaultPort] : ports.Distinct()),
            }),
        ];
    }

    private static void RejectBadPorts(OptionResult result)
    {
        foreach (Token token in result.Tokens.Where(token => !ushort.TryParse(token.Value, NumberStyles.None, CultureInfo.InvariantCulture, out ushort port) || port == 0))
        {
            result.AddError($"--port: '{token.Value}' is not a port; expected 1 to 65535.");
        }
    }
}

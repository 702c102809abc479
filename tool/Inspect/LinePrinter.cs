using Codec.Cli.Filtering;

namespace Codec.Cli.Inspect;

/// <summary>Prints packets as readable lines, with their errors below them.</summary>
/// <param name="width">The width of a line, in columns.</param>
internal sealed class LinePrinter(Utf8Output output, int width) : IPacketVisitor
{
    private const string Mark = " ! ";

    // The mark follows the column of the time.
    private const string Indent = "          " + Mark;

    private readonly PacketLine _line = new(width);
    private bool _hasHeading;

    public void Packet(in TracedPacket packet, in PacketInspection inspection)
    {
        Heading();
        output.Write(_line.Write(packet, inspection.Message, inspection.IsReadable));
        if (!inspection.IsValid)
        {
            Problem(Indent, inspection.Describe());
        }
    }

    public void Fault(PacketFault fault)
    {
        string place = _line.Place(fault);
        Heading();
        Problem(place.Length == 0 ? Indent : place + Mark, fault.Message);
    }

    private void Heading()
    {
        if (!_hasHeading)
        {
            _hasHeading = true;
            output.Write(_line.WriteHeading());
        }
    }

    private void Problem(string start, string text) => output.Write(WrappedText.Of(text, start, width));
}

using Codec.Cli.Filtering;

namespace Codec.Cli.Inspect;

/// <summary>Prints packets as readable lines, with their errors below them.</summary>
internal sealed class LinePrinter : IPacketVisitor
{
    private const string Mark = " ! ";

    // The mark follows the column of the time.
    private const string Indent = "          " + Mark;

    private readonly Utf8Output _output;
    private readonly PacketLine _line;
    private readonly int _width;
    private bool _hasHeading;

    public LinePrinter(Utf8Output output, int width)
    {
        _output = output;
        _width = width;
        _line = new PacketLine(width);
    }

    public void Packet(in TracedPacket packet, in PacketInspection inspection)
    {
        Heading();
        _output.Write(_line.Write(packet, inspection.Message, inspection.IsReadable));
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
            _output.Write(_line.WriteHeading());
        }
    }

    private void Problem(string start, string text) => _output.Write(WrappedText.Of(text, start, _width));
}

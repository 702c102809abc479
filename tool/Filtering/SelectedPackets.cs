namespace Codec.Cli.Filtering;

/// <summary>The packets that a command line selects from an open file.</summary>
internal sealed class SelectedPackets(SourceStream stream, PacketSource source) : IDisposable
{
    public required PayloadSchema? Schema { get; init; }

    /// <summary>Gets the type of the payload in the file, or <see langword="null"/> if the file has packets.</summary>
    public required PayloadMessage? Type { get; init; }

    /// <summary>Gets whether the server made the capture, or <see langword="null"/> to use what the capture states.</summary>
    public required bool? IsServer { get; init; }

    public required PacketFilter Filter { get; init; }

    public PayloadUnpacker Unpacker { get; } = new();

    private long _read;
    private bool _hasMatch;

    /// <summary>Gets whether an offset in the source is an offset in the file: it is neither a pipe nor compressed.</summary>
    public bool IsSeekable { get; init; }

    /// <summary>Reads the file to its end. Throws <see cref="CommandFailedException"/> if reading was interrupted while its progress was shown.</summary>
    public int Read(IAnsiConsole error, IPacketVisitor visitor, Utf8Output? output)
    {
        stream.BeforeWait = stream.IsPipe || stream.IsFollowing ? () => output?.Flush() : null;
        int exitCode = ReadingOptions.Run(error, output, stream, stop => Read(visitor, stop));
        if (_read > 0 && !_hasMatch)
        {
            error.WriteLine($"No match in {Counted.Of(_read, "packet")}.");
        }

        return exitCode;
    }

    /// <summary>Reads the file to its end, or until a token is cancelled. Without progress.</summary>
    public int Read(IPacketVisitor visitor, CancellationToken stop)
    {
        int exitCode = ExitCode.Ok;
        stream.Stop = stop;
        while (!stop.IsCancellationRequested)
        {
            switch (source.Read(out TracedPacket packet))
            {
                case SourceStatus.Packet:
                    _read++;
                    PacketInspection inspection = PacketInspection.Of(ref packet, Unpacker, Schema, Type, IsServer);
                    if (Filter.Matches(packet, inspection))
                    {
                        _hasMatch = true;
                        visitor.Packet(packet, inspection);
                        exitCode = inspection.IsValid ? exitCode : ExitCode.Findings;
                    }

                    break;
                case SourceStatus.Fault when stop.IsCancellationRequested:
                    // The rest of a packet may still be written.
                    return exitCode;
                case SourceStatus.Fault:
                    if (Filter.Matches(source.Fault!))
                    {
                        _hasMatch = true;
                        visitor.Fault(source.Fault!);
                        exitCode = ExitCode.Findings;
                    }

                    break;
                default:
                    return exitCode;
            }
        }

        return exitCode;
    }

    public void Dispose() => source.Dispose();
}

using System;
using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using System.IO;
using System.IO.Compression;
using System.Linq;
using System.Threading;
using Codec.Capture;
using Codec.Cli.Filtering;
using Codec.Cli.Payloads;
using Codec.Cli.Traffic;
using Codec.Packets;
using Spectre.Console;

namespace Codec.Cli.Reading;

/// <summary>The file and the options of the commands that read packets, and the reading itself.</summary>
internal sealed class ReadingOptions
{
    // What stands for the standard input.
    private const string StandardInput = "-";
    private const int DefaultPort = 7777;

    private readonly Argument<string> _file = new("FILE") { Description = "Packets, a payload (with --type) or a capture (pcapng or pcap); - reads the standard input." };
    private readonly SharedOptions _shared = new();
    private readonly Option<string> _type = new("--type", "-t") { Description = "FILE is one payload of this table or struct, without a header.", HelpName = "NAME" };
    private readonly Option<int> _port = new("--port") { Description = "The server's TCP port in a capture of frames.", HelpName = "PORT", DefaultValueFactory = _ => DefaultPort };
    private readonly Option<bool> _server = new("--server") { Description = "The capture was made by the server: packets to it are inbound." };
    private readonly Option<bool> _raw = new("--raw") { Description = "FILE is packets, even if its first bytes are those of a capture." };
    private readonly Option<bool> _follow = new("--follow", "-f") { Description = "Wait at the end of FILE for more, until Ctrl+C." };
    private readonly Option<string[]> _ids = new("--id") { Description = "Only packets with this id, a number or a name; may be given several times.", HelpName = "ID" };
    private readonly Option<string> _direction = new("--direction") { Description = "Only packets that were received (in) or sent (out).", HelpName = "in|out" };
    private readonly Option<string> _after = new("--after") { Description = "Only packets from this time on: seconds since the first packet, or a date and time.", HelpName = "TIME" };
    private readonly Option<string> _before = new("--before") { Description = "Only packets before this time.", HelpName = "TIME" };
    private readonly Option<string> _where = new("--where", "-w")
    {
        Description = "Only packets whose fields meet a condition, such as 'Chat.sender == \"Ann\" && Chat.text ~ \"hi\"'. Operators: == != < <= > >= ~ (contains) && || ! ( ).",
        HelpName = "CONDITION",
    };

    /// <summary>Makes the options, with limits on their values.</summary>
    public ReadingOptions()
    {
        _file.Validators.Add(result =>
        {
            if (result.Tokens.Any(token => string.IsNullOrWhiteSpace(token.Value)))
            {
                result.AddError("The file's path is empty; expected one with a name, or -.");
            }
        });
        _port.Validators.Add(result =>
        {
            if (result.Tokens.Count == 1 && !ushort.TryParse(result.Tokens[0].Value, NumberStyles.None, CultureInfo.InvariantCulture, out _))
            {
                result.AddError($"--port: '{result.Tokens[0].Value}' is no port; expected 0 to 65535.");
            }
        });
        _direction.Validators.Add(result =>
        {
            if (result.Tokens.Count == 1 && result.Tokens[0].Value is not ("in" or "out"))
            {
                result.AddError($"--direction: '{result.Tokens[0].Value}' is no direction; expected in or out.");
            }
        });
        _after.Validators.Add(CheckTime);
        _before.Validators.Add(CheckTime);
    }

    /// <summary>Adds the file and the options to a command.</summary>
    /// <param name="command">The command.</param>
    /// <param name="canFollow">Whether the file may grow.</param>
    public void AddTo(Command command, bool canFollow)
    {
        command.Arguments.Add(_file);
        foreach (Option option in (Option[])[.. _shared.Options, _type, _port, _server, _raw, _ids, _direction, _after, _before, _where])
        {
            command.Options.Add(option);
        }

        if (canFollow)
        {
            command.Options.Add(_follow);
        }
    }

    /// <summary>Returns whether the file may grow.</summary>
    public bool IsFollowing(ParseResult result) => result.GetValue(_follow);

    /// <summary>Returns whether the file is a payload.</summary>
    public bool IsPayload(ParseResult result) => result.GetValue(_type) is not null;

    /// <summary>Returns the file's name.</summary>
    public string FileName(ParseResult result) => result.GetValue(_file)!;

    /// <summary>Returns the packet format.</summary>
    public PacketFormat Format(ParseResult result) => _shared.Format(result);

    /// <summary>Returns the schema.</summary>
    public PayloadSchema? Schema(ParseResult result, IAnsiConsole error) => _shared.Schema(result, error);

    /// <summary>Returns the table or struct that the file is a payload of.</summary>
    /// <exception cref="CommandFailedException">The schema has no such type, or there is no schema.</exception>
    public PayloadMessage? Type(ParseResult result, PayloadSchema? schema)
    {
        if (result.GetValue(_type) is not { } name)
        {
            return null;
        }

        return schema is null
            ? throw new CommandFailedException("--type needs the schema of the type; expected --schema FILE.")
            : schema.Find(name) ?? throw new CommandFailedException($"The schema has no table or struct '{name}', or more than one; expected its full name.");
    }

    /// <summary>Reads the file to its end.</summary>
    /// <param name="result">What was parsed.</param>
    /// <param name="error">The standard error.</param>
    /// <param name="schema">The schema, or <see langword="null"/> if there is none.</param>
    /// <param name="visitor">Takes what is chosen.</param>
    /// <param name="output">Flushed before the file may have to wait.</param>
    /// <returns>The exit code.</returns>
    /// <exception cref="CommandFailedException">An option does not fit the schema.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    public int Read(ParseResult result, IAnsiConsole error, PayloadSchema? schema, IPacketVisitor visitor, Utf8Output? output)
    {
        PayloadMessage? type = Type(result, schema);
        PacketFilter filter = Filter(result, schema);
        bool isServer = result.GetValue(_server);
        using CancellationTokenSource stop = new();
        ConsoleCancelEventHandler? cancel = null;
        if (IsFollowing(result))
        {
            cancel = (_, arguments) =>
            {
                arguments.Cancel = true;
                stop.Cancel();
            };
            Console.CancelKeyPress += cancel;
        }

        try
        {
            using SourceStream stream = Open(result, output, stop.Token);
            using PacketSource source = Source(result, stream, type);
            return Progress.Run(error, output, stream, () => Visit(source, schema, type, isServer, filter, visitor, stop.Token));
        }
        finally
        {
            if (cancel is not null)
            {
                Console.CancelKeyPress -= cancel;
            }
        }
    }

    /// <summary>Opens the file as it is.</summary>
    /// <exception cref="IOException">The file cannot be opened.</exception>
    public SourceStream Open(ParseResult result, Utf8Output? output, CancellationToken stop)
    {
        string path = FileName(result);
        bool isPipe = path == StandardInput;
        bool isFollowing = IsFollowing(result) && !isPipe;
        Stream stream = isPipe ? Console.OpenStandardInput() : new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, bufferSize: 0);
        return new SourceStream(stream)
        {
            IsFollowing = isFollowing,
            Stop = stop,
            BeforeWait = isPipe || isFollowing ? () => output?.Flush() : null,
        };
    }

    private static int Visit(PacketSource source, PayloadSchema? schema, PayloadMessage? type, bool isServer, PacketFilter filter, IPacketVisitor visitor, CancellationToken stop)
    {
        int exitCode = ExitCode.Ok;
        PayloadUnpacker unpacker = new();
        while (!stop.IsCancellationRequested)
        {
            switch (source.Read(out TracedPacket packet))
            {
                case SourceStatus.Packet:
                    PacketInspection inspection = PacketInspection.Of(ref packet, unpacker, schema, type, isServer);
                    if (filter.Matches(packet, inspection))
                    {
                        visitor.Packet(packet, inspection);
                        exitCode = inspection.IsValid ? exitCode : ExitCode.Findings;
                    }

                    break;
                case SourceStatus.Fault:
                    visitor.Fault(source.Fault!);
                    exitCode = ExitCode.Findings;
                    break;
                default:
                    return exitCode;
            }
        }

        return exitCode;
    }

    private PacketSource Source(ParseResult result, SourceStream stream, PayloadMessage? type)
    {
        if (type is not null)
        {
            return new PayloadSource(stream, type.Packet?.Id ?? 0);
        }

        PacketFormat format = _shared.Format(result);
        ReadOnlySpan<byte> start = result.GetValue(_raw) ? default : stream.Peek();
        CapturedPacketReaderOptions options = new() { Format = format, Port = (ushort)result.GetValue(_port), IsServer = result.GetValue(_server) };
        if (IsCapture(start))
        {
            return new CaptureSource(new CaptureReader(stream), options);
        }

        // gzip says its method, and a zip archive begins with a file.
        if (start.StartsWith((ReadOnlySpan<byte>)[0x1F, 0x8B, 8]))
        {
            return new CaptureSource(new CaptureReader(new GZipStream(stream, CompressionMode.Decompress)), options);
        }

        return start.StartsWith("PK\x03\x04"u8) && FileName(result) != StandardInput
            ? new CaptureSource(CaptureFile.OpenRead(FileName(result)), options)
            : new StreamSource(stream, format);
    }

    // The first bytes of pcapng, and of pcap with both resolutions in both byte orders.
    private static bool IsCapture(ReadOnlySpan<byte> start)
    {
        if (start.Length < 4)
        {
            return false;
        }

        uint magic = System.Buffers.Binary.BinaryPrimitives.ReadUInt32LittleEndian(start);
        return magic is 0x0A0D0D0A or 0xA1B2C3D4 or 0xD4C3B2A1 or 0xA1B23C4D or 0x4D3CB2A1;
    }

    private PacketFilter Filter(ParseResult result, PayloadSchema? schema)
    {
        FieldFilter? where = null;
        if (result.GetValue(_where) is { } condition)
        {
            where = FieldFilterParser.Parse(condition, schema ?? throw new CommandFailedException("--where needs the schema of the fields; expected --schema FILE."));
        }

        return new PacketFilter
        {
            Ids = [.. (result.GetValue(_ids) ?? []).Select(id => Id(id, schema))],
            Direction = result.GetValue(_direction) switch { "in" => CaptureDirection.Inbound, "out" => CaptureDirection.Outbound, _ => CaptureDirection.Unknown },
            After = Time(result.GetValue(_after)),
            Before = Time(result.GetValue(_before)),
            Where = where,
        };
    }

    private static uint Id(string text, PayloadSchema? schema) =>
        uint.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out uint id)
            ? id
            : schema?.Find(text)?.Packet?.Id ?? throw new CommandFailedException($"--id: '{text}' is neither a number nor a packet of the schema.");

    private static TimeBound? Time(string? text) => text is not null && TimeBound.TryParse(text, out TimeBound time) ? time : null;

    private static void CheckTime(OptionResult result)
    {
        if (result.Tokens.Count == 1 && !TimeBound.TryParse(result.Tokens[0].Value, out _))
        {
            result.AddError($"{result.Option.Name}: '{result.Tokens[0].Value}' is no time; expected seconds such as 12.5, or a date and time such as 2026-11-22T20:00:00Z.");
        }
    }
}

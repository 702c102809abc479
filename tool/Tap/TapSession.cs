using System.Net.NetworkInformation;

namespace Codec.Cli.Tap;

internal sealed class TapSession(TapOptions options, PayloadSchema? schema, IAnsiConsole output)
{
    // The capture is flushed regularly, because another program may read it while it grows.
    private static readonly TimeSpan FlushInterval = TimeSpan.FromSeconds(1);

    private readonly TimeProvider _clock = TimeProvider.System;

    public async Task<int> RunAsync(CancellationToken cancellationToken)
    {
        using Socket listener = await Sockets.ListenAsync(options.Listen, options.IsUdp, cancellationToken).ConfigureAwait(false);
        IPEndPoint[] servers = await EndPointText.ResolveAsync(options.Target, cancellationToken).ConfigureAwait(false);
        RejectOwnAddress(options.IsUdp ? servers[..1] : servers, (IPEndPoint)listener.LocalEndPoint!);
        IPEndPoint server = servers[0];
        using CancellationTokenSource stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        using TapPrinter printer = new(new TapLineWriter(Utf8Output.Of(output), schema, options.Format, options.IsJson), options.IsQuiet);
        using TapLog log = new(CreateWriter(server), printer, _clock);
        string target = options.IsUdp ? $"{server}" : string.Join(" or ", (object[])servers);
        log.Event(0, "listening", $"{listener.LocalEndPoint}, forwarding to {target}");
        if (options.Duration is { } duration)
        {
            stop.CancelAfter(duration);
        }

        long begin = _clock.GetTimestamp();
        Task flushing = FlushAsync(log, stop.Token);
        await (options.IsUdp
            ? new DatagramProxy(listener, server, options, log, _clock).RunAsync(stop.Token)
            : new StreamProxy(listener, servers, options, log, _clock).RunAsync(stop.Token)).ConfigureAwait(false);
        await flushing.ConfigureAwait(false);
        log.Dispose();
        printer.Dispose();
        TimeSpan elapsed = _clock.GetElapsedTime(begin);
        Task printing = Task.Run(() => Print(log, elapsed), CancellationToken.None);
        if (await Task.WhenAny(printing, Task.Delay(TapPrinter.EndLimit, CancellationToken.None)).ConfigureAwait(false) == printing)
        {
            await printing.ConfigureAwait(false);
        }

        return log.HasFindings ? ExitCode.Findings : ExitCode.Ok;
    }

    /// <summary>Rejects a target that is the tap itself, which would forward its own connections until no sockets are left.</summary>
    internal static void RejectOwnAddress(IPEndPoint[] servers, IPEndPoint local)
    {
        // A tap on [::] accepts IPv4, too.
        bool acceptsBoth = local.Address.Equals(IPAddress.IPv6Any);
        foreach (IPEndPoint server in servers.Where(server => server.Port == local.Port && (acceptsBoth || server.AddressFamily == local.AddressFamily)))
        {
            // A connection to the unspecified address reaches this machine.
            bool isAny = IsAny(server.Address);
            if (server.Equals(local) || (isAny && IPAddress.IsLoopback(local.Address)) || (IsAny(local.Address) && (isAny || IsOfThisMachine(server.Address))))
            {
                throw new CommandFailedException($"TARGET: {server} is the address that the tap listens on; expected the server's.");
            }
        }
    }

    private static bool IsAny(IPAddress address) => address.Equals(IPAddress.Any) || address.Equals(IPAddress.IPv6Any);

    private static bool IsOfThisMachine(IPAddress address) => IPAddress.IsLoopback(address)
        || NetworkInterface.GetAllNetworkInterfaces().Any(network => network.GetIPProperties().UnicastAddresses.Any(own => own.Address.Equals(address)));

    private CaptureWriter? CreateWriter(IPEndPoint server) => options.Output is null ? null : CaptureWriter.Create(options.Output, new CaptureWriterOptions
    {
        Format = options.Format,
        Encapsulation = options.Encapsulation,
        Port = (ushort)server.Port,
        MaxPacketSize = CaptureSource.MaxRecordSize(options.Format),

        // A tap that is killed would not release the unused space.
        PreallocationSize = 0,
    });

    private async Task FlushAsync(TapLog log, CancellationToken cancellationToken)
    {
        using PeriodicTimer timer = new(FlushInterval, _clock);
        try
        {
            while (await timer.WaitForNextTickAsync(cancellationToken).ConfigureAwait(false))
            {
                log.Flush();
            }
        }
        catch (OperationCanceledException)
        {
        }
    }

    private void Print(TapLog log, TimeSpan elapsed)
    {
        TextWriter writer = output.Profile.Out.Writer;
        if (options.IsJson)
        {
            writer.WriteLine(Json.Of(Summary(log, elapsed)));
            return;
        }

        Table table = new Table().Border(TableBorder.None).AddColumn("").AddColumns(
            new TableColumn("packets").RightAligned(), new TableColumn("bytes").RightAligned(), new TableColumn("not packets").RightAligned(), new TableColumn("lost").RightAligned());
        Add(table, "client to server", log.FromClient);
        Add(table, "server to client", log.FromServer);
        writer.WriteLine();
        NarrowTable.Write(output, table);
        writer.WriteLine();
        Line($"{Counted.Of(log.Connections, "connection")} in {elapsed.TotalSeconds:0.0} s, {log.FailedConnections} failed.");
        if (log.NotPrinted > 0)
        {
            Line($"Not printed, because they arrived faster than they could be printed: {Counted.Of(log.NotPrinted, "packet")}.");
        }

        if (log.SystemLossIsUnknown)
        {
            Line("Not counted as lost: datagrams that the system dropped because they arrived faster than they could be read.");
        }

        if (log.CaptureError is { } error)
        {
            Line($"The capture stopped after at least {Counted.Of(log.Captured, "packet")}: {error.Message}");
        }
        else if (options.Output is not null)
        {
            Line($"{Counted.Of(log.Captured, "packet")} captured in {options.Output}.");
        }

        void Line(string text) => writer.Write(WrappedText.Of(text, "", output.Profile.Width));
    }

    private static void Add(Table table, string name, TapCounts counts) =>
        table.AddRow(name, $"{counts.Packets}", $"{counts.Bytes}", $"{counts.NotPackets}", $"{counts.Lost}");

    private object Summary(TapLog log, TimeSpan elapsed) => new
    {
        time = _clock.GetUtcNow().UtcDateTime,
        @event = "summary",
        seconds = elapsed.TotalSeconds,
        connections = log.Connections,
        failed = log.FailedConnections,
        fromClient = log.FromClient,
        fromServer = log.FromServer,
        notPrinted = log.NotPrinted,
        systemLossIsCounted = options.IsUdp ? !log.SystemLossIsUnknown : (bool?)null,
        capture = options.Output,
        captured = options.Output is null ? (long?)null : log.Captured,
        captureError = log.CaptureError?.Message,
    };
}

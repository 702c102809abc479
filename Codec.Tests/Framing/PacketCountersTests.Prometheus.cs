using OpenTelemetry;
using OpenTelemetry.Metrics;

namespace Codec.Tests.Framing;

/// <content>The counters follow the semantic conventions of OpenTelemetry, as the names that Prometheus gets show.</content>
public sealed partial class PacketCountersTests
{
    [Test]
    public async Task Prometheus_gets_names_with_the_unit_once_descriptions_and_the_version()
    {
        TestedBuild.IgnoreIfNetStandard("netstandard has no System.Diagnostics.Metrics.");
        using MeterProvider provider = Export(out int port);
        await using PacketConnection connection = new(new MemoryStream([1, 0, 7, 0, 9]), options: new PacketConnectionOptions { CountById = true });
        await foreach (PacketReadResult _ in connection.ReadAllAsync())
        {
        }

        await using PacketConnection sending = new(new SinkStream());
        await sending.SendAsync(9, new byte[10]);
        await sending.FlushAsync();
        using PacketDispatcher<object> dispatcher = new(new PacketRoutes<object>(), provider, PacketDirections.Both);
        PacketDecoder.Decode([0, 0, 2, 0], out Packet packet, out _, out _);
        Assert.That(dispatcher.Dispatch(packet), Is.EqualTo(PacketError.UnknownId));

        using HttpClient client = new();
        string[] lines = (await client.GetStringAsync(new Uri(string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{port}/metrics")))).Split('\n');
        string version = Repository.Read("VERSION").Trim();
        string scope = $"otel_scope_name=\"Codec\",otel_scope_version=\"{version}\"";
        Assert.That(lines.Where(line => line.StartsWith("# TYPE codec", StringComparison.Ordinal)), Is.EquivalentTo((string[])
        [
            "# TYPE codec_connection_count gauge", "# TYPE codec_connection_unsent_bytes gauge", "# TYPE codec_errors_total counter",
            "# TYPE codec_io_bytes_total counter", "# TYPE codec_packets_total counter",
        ]));
        Assert.That(lines.Count(line => line.StartsWith("# HELP codec_", StringComparison.Ordinal) && line.Length > 40), Is.EqualTo(5));
        Assert.That(lines, Has.Member($"codec_packets_total{{{scope},codec_packet_id=\"7\",network_io_direction=\"receive\"}} 1"));
        Assert.That(lines, Has.Member($"codec_io_bytes_total{{{scope},codec_packet_id=\"7\",network_io_direction=\"receive\"}} 5"));
        Assert.That(lines, Has.Member($"codec_packets_total{{{scope},network_io_direction=\"transmit\"}} 1"));
        Assert.That(lines, Has.Member($"codec_io_bytes_total{{{scope},network_io_direction=\"transmit\"}} 14"));
        Assert.That(lines, Has.Member($"codec_errors_total{{{scope},error_type=\"UnknownId\"}} 1"));
        Assert.That(lines.Single(line => line.StartsWith("codec_connection_count{", StringComparison.Ordinal)), Does.StartWith($"codec_connection_count{{{scope}}} "));
    }

    [Test]
    public async Task Open_connections_are_counted_until_they_are_closed_also_if_the_listener_starts_later()
    {
        TestedBuild.IgnoreIfNetStandard("netstandard has no System.Diagnostics.Metrics.");
        using PacketListener listener = new(new IPEndPoint(IPAddress.Loopback, 0));
        using PacketClient client = PacketClient.ForTcp("127.0.0.1", ((IPEndPoint)listener.EndPoint).Port);
        using PacketDispatcher<object> dispatcher = new(new PacketRoutes<object>(), listener, PacketDirections.Both);
        using CounterListener counts = CounterListener.Start();

        // Connections that earlier tests have left are counted until they are collected.
        GC.Collect();
        GC.WaitForPendingFinalizers();
        long before = counts.Observe("codec.connection.count");
        client.Connect();
        await using PacketConnection accepted = await listener.AcceptAsync();
        while (client.State == PacketClientState.Connecting)
        {
            await Task.Delay(1);
        }

        await using PacketConnection third = new(new SinkStream());
        Assert.That(counts.Observe("codec.connection.count") - before, Is.EqualTo(3));
        client.Close();
        Assert.That(counts.Observe("codec.connection.count") - before, Is.EqualTo(2));
        await accepted.DisposeAsync();
        await third.DisposeAsync();
        await third.DisposeAsync();
        client.Dispose();
        Assert.That(counts.Observe("codec.connection.count") - before, Is.Zero);
    }

    /// <summary>Exports the counters. The exporter cannot let the system choose its port, so a port that was free can be taken by the time it listens.</summary>
    private static MeterProvider Export(out int port)
    {
        for (int attempt = 0; ; attempt++)
        {
            using (TcpListener free = new(IPAddress.Loopback, 0))
            {
                free.Start();
                port = ((IPEndPoint)free.LocalEndpoint).Port;
            }

            int chosen = port;
            try
            {
                return Sdk.CreateMeterProviderBuilder().AddMeter("Codec")
                    .AddPrometheusHttpListener(options => (options.Host, options.Port) = ("127.0.0.1", chosen)).Build();
            }
            catch (Exception) when (attempt < 10)
            {
                // Another process listens on the port.
            }
        }
    }
}

using static Codec.Tests.Capture.CaptureBytes;

namespace Codec.Tests.Capture;

/// <summary>Tests that Wireshark's tools can read the library's captures, and the library can read theirs.</summary>
internal sealed class CaptureToolTests : TestFolderFixture
{
    private const int Packets = 60;
    private const int Connections = 3;

    private string _path = "";

    [SetUp]
    public void SetUp()
    {
        ExternalProgram.Require("tshark", "editcap");
        _path = InFolder("game.pcapng");
    }

    [Test]
    public void Tshark_reads_packets_times_directions_and_connections()
    {
        Write(CaptureEncapsulation.User0);
        string[] lines = Lines(ExternalProgram.RunSuccessfully(
            "tshark", "-r", _path, "-T", "fields", "-e", "frame.encap_type", "-e", "frame.len", "-e", "frame.time_epoch", "-e", "frame.packet_flags_direction",
            "-e", "frame.interface_queue"));
        Assert.That(lines, Has.Length.EqualTo(Packets));
        for (int i = 0; i < Packets; i++)
        {
            string[] fields = lines[i].Split('\t');
            Assert.That(fields[0], Is.EqualTo("45"), "Wireshark's number for USER0.");
            Assert.That(fields[1], Is.EqualTo(PacketOf(i).Length.ToString(CultureInfo.InvariantCulture)));
            Assert.That(decimal.Parse(fields[2], CultureInfo.InvariantCulture), Is.EqualTo((TimeOf(i).UtcTicks - DateTimeOffset.UnixEpoch.UtcTicks) / 10_000_000m));
            Assert.That(Convert.ToInt32(fields[3], fields[3].StartsWith("0x", StringComparison.Ordinal) ? 16 : 10), Is.EqualTo((int)DirectionOf(i)));
            Assert.That(fields[4], Is.EqualTo(ConnectionOf(i).ToString(CultureInfo.InvariantCulture)));
        }
    }

    [Test]
    public void Tshark_reports_no_problem_in_the_TCP_streams()
    {
        Write(CaptureEncapsulation.Tcp);
        string[] checks = ["-o", "ip.check_checksum:TRUE", "-o", "tcp.check_checksum:TRUE"];
        string[] fields = ["tcp.stream", "tcp.checksum.status", "ip.checksum.status", "tcp.analysis.flags", "_ws.malformed"];
        string output = ExternalProgram.RunSuccessfully("tshark",
        [
            "-r", _path, .. checks, "-T", "fields", .. fields.SelectMany(field => (string[])["-e", field]),
            .. Enumerable.Range(0, Connections).SelectMany(stream => (string[])["-z", string.Create(CultureInfo.InvariantCulture, $"follow,tcp,raw,{stream}")]),
        ]);
        string[] parts = output.Split("Filter: tcp.stream eq ");
        string[][] lines = [.. Lines(parts[0]).Where(line => line.Contains('\t', StringComparison.Ordinal)).Select(line => line.Split('\t'))];
        Assert.That(lines.Select(line => line[0]).Distinct().Count(), Is.EqualTo(Connections));
        Assert.That(lines.Select(line => string.Join('|', line.Skip(1))).Distinct(), Is.EqualTo((string[])["1|1||"]), "valid checksums, and no problem");
        Dictionary<string, string> streams = parts.Skip(1).Select(Lines).ToDictionary(
            lines => lines[0], lines => string.Concat(lines.Select(line => line.Trim()).Where(line => line.Length > 1 && line.All(char.IsAsciiHexDigitLower))));
        Assert.That(streams, Is.EquivalentTo(Enumerable.Range(0, Connections).ToDictionary(
            stream => stream.ToString(CultureInfo.InvariantCulture),
            stream => string.Concat(Enumerable.Range(0, Packets).Where(i => ConnectionOf(i) == stream).Select(i => Convert.ToHexStringLower(PacketOf(i)))))));
    }

    [Test]
    public void Files_written_by_editcap_and_tshark_are_read([Values("pcapng", "pcap", "nsecpcap")] string format)
    {
        foreach (CaptureEncapsulation encapsulation in (CaptureEncapsulation[])[CaptureEncapsulation.User0, CaptureEncapsulation.Tcp])
        {
            Write(encapsulation);
            string edited = InFolder("edited");
            string again = InFolder("again");
            ExternalProgram.RunSuccessfully("editcap", "-F", format, _path, edited);
            ExternalProgram.RunSuccessfully("tshark", "-r", edited, "-F", format, "-w", again);
            foreach (string file in (string[])[edited, again])
            {
                using CapturedPacketReader reader = new(CaptureFile.OpenRead(file));
                for (int i = 0; i < Packets; i++)
                {
                    Assert.That(reader.Read(out CapturedPacket packet), Is.EqualTo(CaptureStatus.Packet), $"{file}, packet {i}");
                    Assert.That(packet.Packet.Raw.SequenceEqual(PacketOf(i)), Is.True);
                    long expected = (TimeOf(i).UtcTicks - DateTimeOffset.UnixEpoch.UtcTicks) * 100;
                    Assert.That(packet.TimestampNanoseconds, Is.EqualTo(format == "pcap" ? expected / 1000 * 1000 : expected));
                    if (format == "pcapng" || encapsulation == CaptureEncapsulation.Tcp)
                    {
                        Assert.That((packet.Direction, packet.Connection), Is.EqualTo((DirectionOf(i), ConnectionOf(i))));
                    }
                }

                Assert.That(reader.Read(out _), Is.EqualTo(CaptureStatus.End));
                Assert.That(reader.InvalidStreams, Is.Zero);
            }
        }
    }

    private static string[] Lines(string output) =>
        [.. output.Split('\n').Where(line => line.Length > 0 && !line.StartsWith("Running as user", StringComparison.Ordinal))];

    private static byte[] PacketOf(int i) => GamePacket(i, i == 7 ? 65_535 : i * 31 % 1500);

    private static uint ConnectionOf(int i) => (uint)(i < Connections ? i : i * 7 % Connections);

    // The first packet of each connection is sent by the client, so that streams are in the order of the connections.
    private static CaptureDirection DirectionOf(int i) => i % 5 == 4 ? CaptureDirection.Inbound : CaptureDirection.Outbound;

    private static DateTimeOffset TimeOf(int i) => Noon.AddTicks(i * 1_234_567L);

    private void Write(CaptureEncapsulation encapsulation)
    {
        using CaptureWriter writer = CaptureWriter.Create(_path, new CaptureWriterOptions { Encapsulation = encapsulation, BufferSize = 8192 });
        for (int i = 0; i < Packets; i++)
        {
            writer.Append(PacketOf(i), DirectionOf(i), ConnectionOf(i), TimeOf(i));
        }
    }
}

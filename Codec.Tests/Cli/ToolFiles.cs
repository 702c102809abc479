namespace Codec.Tests.Cli;

/// <summary>Creates files that the tool reads from the golden packets, in a temporary folder.</summary>
internal sealed class ToolFiles : IDisposable
{
    public static readonly DateTimeOffset Noon = new(2026, 11, 22, 12, 0, 0, TimeSpan.Zero);

    private readonly string _folder = Directory.CreateTempSubdirectory("codec").FullName;

    public static string[] Schema => ["--schema", Repository.PathOf("schemas", "game.fbs"), "--schema", Repository.PathOf("schemas", "test_packet.fbs")];

    public static IReadOnlyList<byte[]> Golden { get; } = [.. GameMessages.All.Select(message => GoldenFiles.ReadBytes(message.Name + ".bin"))];

    public string PathOf(string name) => Path.Combine(_folder, name);

    public string Put(string name, byte[] bytes)
    {
        File.WriteAllBytes(PathOf(name), bytes);
        return PathOf(name);
    }

    /// <summary>Writes all golden packets to one file, without anything between them.</summary>
    public string Packets() => Put("packets.bin", [.. Golden.SelectMany(packet => packet)]);

    /// <summary>Writes all golden packets to a capture. They are one millisecond apart, and alternate between outbound and inbound.</summary>
    public string Capture(CaptureEncapsulation encapsulation, string name = "game.pcapng")
    {
        using CaptureWriter writer = CaptureWriter.Create(PathOf(name), new CaptureWriterOptions { Encapsulation = encapsulation });
        for (int i = 0; i < Golden.Count; i++)
        {
            writer.Append(Golden[i], i % 2 == 0 ? CaptureDirection.Outbound : CaptureDirection.Inbound, 0, Noon.AddMilliseconds(i));
        }

        return PathOf(name);
    }

    public static byte[] Gzip(byte[] bytes, int zeros = 0)
    {
        using MemoryStream compressed = new();
        using (GZipStream gzip = new(compressed, CompressionLevel.Fastest, leaveOpen: true))
        {
            gzip.Write(bytes);
            byte[] megabyte = new byte[1024 * 1024];
            for (int i = 0; i < zeros; i++)
            {
                gzip.Write(megabyte);
            }
        }

        return compressed.ToArray();
    }

    public static byte[] Zip(byte[] bytes)
    {
        using MemoryStream compressed = new();
        using (ZipArchive zip = new(compressed, ZipArchiveMode.Create, leaveOpen: true))
        {
            using Stream entry = zip.CreateEntry("a").Open();
            entry.Write(bytes);
        }

        return compressed.ToArray();
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);
}

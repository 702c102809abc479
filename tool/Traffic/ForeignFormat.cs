using System.Buffers.Binary;

namespace Codec.Cli.Traffic;

/// <summary>Recognizes files that the tool does not read, by their first bytes.</summary>
internal static class ForeignFormat
{
    private const string Convert = "; convert it first, for example with editcap -F pcapng.";

    public static string? Describe(ReadOnlySpan<byte> start) => start.Length < sizeof(uint) ? null : BinaryPrimitives.ReadUInt32BigEndian(start) switch
    {
        0x28B52FFD => "is compressed by Zstandard; decompress it first: zstd -d.",
        0x04224D18 or 0x02214C18 => "is compressed by LZ4; decompress it first: lz4 -d.",
        0xFD377A58 => "is compressed by xz; decompress it first: xz -d.",
        >= 0x425A6831 and <= 0x425A6839 => "is compressed by bzip2; decompress it first: bzip2 -d.",
        0xA1B2CD34 or 0x34CDB2A1 => "is a modified pcap (magic a1b2cd34), which is not read" + Convert,
        0x736E6F6F => "is a capture of snoop, which is not read" + Convert,
        0x6274736E => "is a capture of btsnoop, which is not read" + Convert,
        0x474D4255 => "is a capture of Network Monitor, which is not read" + Convert,
        _ => null,
    };

    /// <summary>Returns whether bytes are text: neither empty, nor control characters other than those of text.</summary>
    /// <remarks>A payload of FlatBuffers has zeros, because its first offset is below that of four letters.</remarks>
    public static bool IsText(ReadOnlySpan<byte> start) => !start.IsEmpty && start.ToArray().All(value =>
        value is (>= 0x20 and not 0x7F) or (byte)'\t' or (byte)'\n' or (byte)'\f' or (byte)'\r' or 0x1B);
}

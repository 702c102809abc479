namespace Codec.Tests.Golden;

/// <summary>The bytes in the annotation of a golden packet.</summary>
internal sealed partial class AnnotatedBytes
{
    private readonly SortedDictionary<int, byte> _claimed = [];

    [GeneratedRegex(@"^  \+0x([0-9A-F]+) \| ((?:[0-9A-F]{2} ?)+?) *\|")]
    private static partial Regex Line { get; }

    /// <summary>Parses an annotation. Offsets after its line "payload:" are relative to the end of the packet's header.</summary>
    public static AnnotatedBytes Parse(string text)
    {
        AnnotatedBytes result = new();
        int start = 0;
        foreach (string line in text.Split('\n'))
        {
            if (line == "payload:")
            {
                start = PacketHeader.ByteCount;
            }
            else if (Line.Match(line) is { Success: true } match)
            {
                result.Add(start + int.Parse(match.Groups[1].Value, NumberStyles.HexNumber, CultureInfo.InvariantCulture), match.Groups[2].Value);
            }
        }

        return result;
    }

    /// <summary>Asserts that every annotated byte equals that of the packet, and that every byte is annotated.</summary>
    /// <param name="packet">The packet.</param>
    /// <param name="from">The offset of the first byte that must be annotated.</param>
    public void AssertSays(byte[] packet, int from = 0)
    {
        foreach ((int offset, byte value) in _claimed)
        {
            Assert.That(value, Is.EqualTo(packet[offset]), $"packet offset {offset}");
        }

        Assert.That(Enumerable.Range(from, packet.Length - from).Where(i => !_claimed.ContainsKey(i)), Is.Empty, "bytes without an annotation");
    }

    private void Add(int offset, string bytes)
    {
        foreach (string digits in bytes.Split(' ', StringSplitOptions.RemoveEmptyEntries))
        {
            _claimed.Add(offset++, byte.Parse(digits, NumberStyles.HexNumber, CultureInfo.InvariantCulture));
        }
    }
}

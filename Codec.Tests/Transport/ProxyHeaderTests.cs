namespace Codec.Tests.Transport;

/// <summary>Tests reading headers of the PROXY protocol. schemas/golden/proxy_headers.txt lists headers that C++ must read alike.</summary>
public sealed class ProxyHeaderTests
{
    private static IEnumerable<string[]> Headers() =>
        Repository.Read("schemas/golden/proxy_headers.txt").Split('\n').Where(line => line.Contains('\t')).Select(line => line.Split('\t'));

    [TestCaseSource(nameof(Headers))]
    public void A_header_is_read_and_each_part_of_it_waits_or_it_is_invalid(string client, string header)
    {
        byte[] bytes = Bytes(header);
        if (client == "invalid")
        {
            Assert.That(ProxyHeader.Read(bytes, out _, out _), Is.EqualTo(OperationStatus.InvalidData));
            return;
        }

        // The length of a header of version 2 is in bytes 14 and 15.
        AssertRead(header[0] == '+' ? [.. bytes, .. new byte[16 + (bytes[14] << 8) + bytes[15] - bytes.Length]] : bytes, client == "none" ? null : client);
    }

    [Test]
    public void A_line_without_an_end_is_rejected_after_107_bytes()
    {
        byte[] endless = Encoding.ASCII.GetBytes("PROXY UNKNOWN " + new string('x', 200));
        Assert.That(ProxyHeader.Read(endless.AsSpan(0, 106), out _, out _), Is.EqualTo(OperationStatus.NeedMoreData));
        Assert.That(ProxyHeader.Read(endless.AsSpan(0, 107), out _, out _), Is.EqualTo(OperationStatus.InvalidData));
        AssertRead([.. endless.AsSpan(0, 105), (byte)'\r', (byte)'\n'], null);
        Assert.That(ProxyHeader.Read([.. endless.AsSpan(0, 106), (byte)'\r', (byte)'\n'], out _, out _), Is.EqualTo(OperationStatus.InvalidData));
    }

    [Test]
    public void Headers_with_random_changes_never_have_a_length_beyond_their_bytes()
    {
        Random random = new(RandomCases.Seed());
        for (int n = RandomCases.Count(20_000); n > 0; n--)
        {
            byte[] bytes = Bytes(random.Next(2) == 0 ? "+2111000CC0000201C00002020F1B1E61" : "PROXY TCP4 192.0.2.1 192.0.2.2 1 2~$");
            for (int i = random.Next(4); i >= 0; i--)
            {
                bytes[random.Next(bytes.Length)] = (byte)random.Next(256);
            }

            OperationStatus status = ProxyHeader.Read(bytes, out int length, out _);
            Assert.That(status != OperationStatus.Done || length <= bytes.Length, Is.True);
        }
    }

    private static void AssertRead(byte[] header, string? client)
    {
        for (int count = 0; count < header.Length; count++)
        {
            Assert.That(ProxyHeader.Read(header.AsSpan(0, count), out _, out _), Is.EqualTo(OperationStatus.NeedMoreData), $"{count} bytes");
        }

        Assert.That(ProxyHeader.Read([.. header, (byte)'\n'], out int length, out IPEndPoint? address), Is.EqualTo(OperationStatus.Done));
        Assert.That((length, address?.ToString()), Is.EqualTo((header.Length, client)));
    }

    // Mono has no Convert.FromHexString.
    private static byte[] Bytes(string header) => header[0] == '+'
        ? [.. "\r\n\r\n\0\r\nQUIT\n"u8, .. Enumerable.Range(0, header.Length / 2).Select(i => Convert.ToByte(header.Substring(1 + (2 * i), 2), 16))]
        : Encoding.ASCII.GetBytes(header.Replace('~', '\r').Replace('$', '\n'));
}

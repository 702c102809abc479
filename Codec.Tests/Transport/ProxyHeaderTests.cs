namespace Codec.Tests.Transport;

/// <summary>Tests reading headers of the PROXY protocol.</summary>
public sealed class ProxyHeaderTests
{
    private const string Block4 = "C0000201C00002020F1B1E61";
    private const string Block6 = "20010DB8000000000000000000000001" + "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF" + "0F1B1E61";

    [TestCase("PROXY TCP4 192.0.2.1 255.255.255.255 65535 0\r\n", "192.0.2.1:65535")]
    [TestCase("PROXY TCP6 2001:db8::1 ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff 3867 65535\r\n", "[2001:db8::1]:3867")]
    [TestCase("PROXY TCP6 ::ffff:192.0.2.1 ::1 3867 65535\r\n", "[::ffff:192.0.2.1]:3867")]
    [TestCase("PROXY UNKNOWN\r\n", null)]
    [TestCase("PROXY UNKNOWN ffff:f...f:ffff what \r ever 65535 65535\r\n", null)]
    public void A_line_of_version_1_is_read_and_each_part_of_it_waits(string line, string? client) => AssertRead(Encoding.ASCII.GetBytes(line), client);

    [TestCase("2111000C" + Block4, "192.0.2.1:3867")]
    [TestCase("2112000C" + Block4, "192.0.2.1:3867", TestName = "Datagrams_over_IPv4")]
    [TestCase("21110010" + Block4 + "04000100", "192.0.2.1:3867", TestName = "Skipped_extension")]
    [TestCase("21210024" + Block6, "[2001:db8::1]:3867", TestName = "IPv6")]
    [TestCase("21000000", null, TestName = "Unspecified_family")]
    [TestCase("20000000", null, TestName = "Local")]
    [TestCase("20110003010203", null, TestName = "Local_with_a_block_that_is_ignored")]
    [TestCase("20FF0000", null, TestName = "Local_with_a_family_that_is_ignored")]
    public void A_binary_header_is_read_and_each_part_of_it_waits(string hex, string? client) => AssertRead(Binary(hex), client);

    [Test]
    public void A_binary_header_of_Unix_sockets_is_read() => AssertRead(Binary("213100D8" + new string('0', 2 * 216)), null);

    [Test]
    public void The_limit_of_4096_bytes_includes_the_extensions_and_is_checked_before_they_arrive()
    {
        int largest = ProxyHeader.MaxLength - 16;
        AssertRead(Binary($"2111{largest:X4}{Block4}{new string('0', 2 * (largest - 12))}"), "192.0.2.1:3867");
        Assert.That(ProxyHeader.Read(Binary($"2111{largest + 1:X4}"), out _, out _), Is.EqualTo(OperationStatus.InvalidData));
    }

    [TestCase("GET / HTTP/1.1\r\n")]
    [TestCase("PROXY\r\n")]
    [TestCase("PROXY  TCP4 192.0.2.1 192.0.2.2 1 2\r\n")]
    [TestCase("PROXY TCP4 192.0.2.1 192.0.2.2 1 2\n")]
    [TestCase("PROXY TCP4 192.0.2.1 192.0.2.2 1 2 \r\n")]
    [TestCase("PROXY TCP4 192.0.2.1 192.0.2.2 1\r\n")]
    [TestCase("PROXY TCP4 192.0.2.1 192.0.2 1 2\r\n")]
    [TestCase("PROXY TCP4 192.0.2.01 192.0.2.2 1 2\r\n")]
    [TestCase("PROXY TCP4 0xC0.0.2.1 192.0.2.2 1 2\r\n")]
    [TestCase("PROXY TCP4 3221225985 192.0.2.2 1 2\r\n")]
    [TestCase("PROXY TCP4 ::1 ::1 1 2\r\n")]
    [TestCase("PROXY TCP6 192.0.2.1 192.0.2.2 1 2\r\n")]
    [TestCase("PROXY TCP6 [::1] ::1 1 2\r\n")]
    [TestCase("PROXY TCP6 ::1%1 ::1 1 2\r\n")]
    [TestCase("PROXY TCP4 192.0.2.1 192.0.2.2 65536 2\r\n")]
    [TestCase("PROXY TCP4 192.0.2.1 192.0.2.2 01 2\r\n")]
    [TestCase("PROXY TCP4 192.0.2.1 192.0.2.2 -1 2\r\n")]
    [TestCase("PROXY TCP4 192.0.2.1 192.0.2.2  2\r\n")]
    [TestCase("PROXY UDP4 192.0.2.1 192.0.2.2 1 2\r\n")]
    [TestCase("PROXY unknown\r\n")]
    public void A_line_of_another_form_is_invalid(string line) =>
        Assert.That(ProxyHeader.Read(Encoding.ASCII.GetBytes(line), out _, out _), Is.EqualTo(OperationStatus.InvalidData));

    [TestCase("1111000C" + Block4, TestName = "Version_1_in_binary")]
    [TestCase("2211000C" + Block4, TestName = "Unknown_command")]
    [TestCase("2113000C" + Block4, TestName = "Unknown_transport")]
    [TestCase("2141000C" + Block4, TestName = "Unknown_family")]
    [TestCase("2111000B" + Block4, TestName = "Block_that_is_too_short")]
    [TestCase("2121000C" + Block4, TestName = "IPv6_with_a_block_of_IPv4")]
    public void A_binary_header_with_other_values_is_invalid(string hex) =>
        Assert.That(ProxyHeader.Read(Binary(hex), out _, out _), Is.EqualTo(OperationStatus.InvalidData));

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
            byte[] bytes = random.Next(2) == 0 ? Binary($"2111000C{Block4}") : Encoding.ASCII.GetBytes("PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\n");
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
    private static byte[] Binary(string hex) =>
        [.. "\r\n\r\n\0\r\nQUIT\n"u8, .. Enumerable.Range(0, hex.Length / 2).Select(i => Convert.ToByte(hex.Substring(2 * i, 2), 16))];
}

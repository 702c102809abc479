namespace Codec.Tests.Cli;

/// <summary>
/// Tests damaged and hostile captures, JSON and schemas: each command prints the error in one line, uses bounded memory, and exits with 1 or 2.
/// </summary>
internal sealed class HostileInputTests : ToolFixture
{
    private const uint SectionHeader = 0x0A0D0D0A;
    private const uint EnhancedPacket = 6;
    private const uint Unknown = 0x0BAD;

    private static readonly byte[] Packet = [4, 0, 9, 0, 1, 2, 3, 4];
    private static readonly byte[] Start = [.. Section(), .. Block(1, [147, 0, 0, 0, 0, 0, 0, 0])];

    private static IEnumerable<TestCaseData> Captures()
    {
        byte[] good = [.. Start, .. PacketBlock(8), .. PacketBlock(8)];
        yield return Case("cut off", good[..^5], "Truncated");
        yield return Case("a block of 4 GB", [.. Start, .. Header(EnhancedPacket, 0xFFFF_FFF0), .. new byte[100]], "TooLong");
        yield return Case("a skipped block of 4 GB", [.. Start, .. Header(Unknown, 0xFFFF_FFF0), .. new byte[100]], "Truncated");
        yield return Case("a section header of 4 GB", [.. Header(SectionHeader, 0xFFFF_FFF0), 0x4D, 0x3C, 0x2B, 0x1A, .. new byte[100]], "TooLong");
        yield return Case("a block without a length", [.. Start, .. Header(EnhancedPacket, 0), .. new byte[100]], "BlockLengthInvalid");
        yield return Case("a packet longer than its block", [.. Start, .. PacketBlock(0xFFFF_FFFF)], "PacketLongerThanBlock");
        yield return Case("an interface that is not declared", [.. Start, .. PacketBlock(8, network: 77)], "InterfaceUndeclared");
        yield return Case("thousands of interfaces", [.. Start, .. Enumerable.Repeat(Start[28..], 5000).SelectMany(block => block)], "TooManyInterfaces");
        yield return Case("a record of 4 GB", [0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0, .. new byte[8], 255, 255, 255, 255, 147, 0, 0, 0, .. Enumerable.Repeat((byte)255, 16)], "TooLong");
        yield return Case("gzip without an end", ToolFiles.Gzip(good)[..^12], "Truncated");
        yield return Case("no gzip", [0x1F, 0x8B, 8, .. Enumerable.Range(0, 5000).Select(i => (byte)(i * 7))], "CompressionInvalid");
        yield return Case("gzip in gzip", ToolFiles.Gzip(ToolFiles.Gzip(good)), "not a capture|NotACapture");
        yield return Case("no zip", [.. "PK\x03\x04"u8, .. new byte[5000]], "End of Central Directory");
        yield return Case("an empty zip", [.. "PK\x05\x06"u8, .. new byte[18]], ": The zip archive has no files");
        yield return Case("a text in zip", ToolFiles.Zip("hello"u8.ToArray()), "not a capture|NotACapture");
        yield return Case("gzip of 500 MB", ToolFiles.Gzip([.. Start, .. Header(Unknown, 0xFFFF_FFF0)], zeros: 500), "Truncated");
    }

    [TestCaseSource(nameof(Captures))]
    public void Each_command_reports_a_damaged_capture(byte[] capture, string expected)
    {
        string path = Files.Put("capture", capture);
        foreach (string command in (string[])["inspect FILE", "inspect FILE --bytes", "inspect FILE --json", "decode FILE", "stats FILE", "stats FILE --json", "replay FILE 127.0.0.1:9", "replay FILE 127.0.0.1:9 --json --expect -n 3"])
        {
            (int exit, string output, string error) = CodecTool.RunHere([.. Words(command, path), .. ToolFiles.Schema]);
            Assert.That(exit, Is.AnyOf(1, 2), command);
            Assert.That(exit == 2 ? error : output, Does.Match(expected), command);
            Assert.That(error.Split('\n'), Has.Length.LessThanOrEqualTo(2), command);
        }

        Assert.That(CodecTool.RunHere(["encode", path, .. ToolFiles.Schema, "-o", Files.PathOf("out.bin")]).Exit, Is.EqualTo(2));
        Assert.That(File.Exists(Files.PathOf("out.bin")), Is.False, "nothing is written before the input is known");
    }

    [TestCase("inspect /dev/zero --type Chat", "codec: error: The file is larger than the largest payload that is read")]
    [TestCase("encode /dev/zero --type Chat", "codec: error: The file is larger than the largest JSON of a payload that is read", 500)]
    [TestCase("encode /dev/zero", "codec: error: Line 1 has more than 4194304 bytes")]
    [TestCase("encode FILE", "codec: error: Line 1 has more than 4194304 bytes")]
    [TestCase("inspect FILE --schema /dev/zero", "codec: error: The schema '/dev/zero' has more than 16 MB.")]
    [TestCase("inspect FILE --raw --packet-format size=u32,max=2000000000", "")]
    [Platform("Linux")]
    public void Memory_use_is_bounded_for_any_input(string command, string expected, int megabytes = 100)
    {
        string json = command.Contains("FILE", StringComparison.Ordinal) ? "{\"id\":1,\"payload\":{\"user\":\"a\",\"token\":[" + string.Concat(Enumerable.Repeat("1,", 6_000_000)) + "1]}}\n" : "";

        // The tool runs out of memory if it allocates a declared size or reads an endless file completely.
        using ToolProcess tool = ToolProcess.Start(new() { ["DOTNET_GCHeapHardLimit"] = $"{megabytes << 20:X}" }, null, [.. Words(command, Files.Put("input", Encoding.UTF8.GetBytes(json))), .. ToolFiles.Schema]);
        Assert.That(tool.WaitForExit(), Is.EqualTo(expected.Length > 0 ? 2 : 1), tool.Errors);
        Assert.That(tool.Errors, Does.StartWith(expected));
        Assert.That(tool.Errors.Split('\n'), Has.Length.LessThanOrEqualTo(2));
    }

    [Test]
    public void Every_command_ends_with_an_exit_code_on_a_hostile_schema()
    {
        const int Chain = 300;
        Directory.CreateDirectory(Files.PathOf("chain"));
        for (int i = 0; i < Chain; i++)
        {
            Files.Put($"chain/f{i}.fbs", Encoding.UTF8.GetBytes($"include \"f{(i + 1) % Chain}.fbs\"; table T{i} {{ x:int; }}"));
        }

        (string Name, string Text, bool IsValid)[] schemas =
        [
            ("itself", "include \"itself.fbs\"; table A { x:int; }", true),
            ("nested", "struct S0 { a:[ubyte:65535]; }" + string.Concat(Enumerable.Range(1, 40).Select(i => $"struct S{i} {{ a:[S{i - 1}:65535]; }}")), false),
            ("doubled", "struct S0 { a:int; }" + string.Concat(Enumerable.Range(1, 200).Select(i => $"struct S{i} {{ a:S{i - 1}; b:S{i - 1}; }}")), false),
            ("brackets", "table T { x:" + new string('[', 100_000) + "int" + new string(']', 100_000) + "; }", false),
            ("parentheses", "table T { x:int = " + new string('(', 100_000) + "; }", false),
            ("comments", string.Concat(Enumerable.Repeat("/*", 100_000)), false),
            ("enum", "enum E:int { " + string.Join(", ", Enumerable.Range(0, 20_000).Select(i => $"v{i}")) + " } table T { e:E; }", true),
            ("fields", "table T { " + string.Concat(Enumerable.Range(0, 40_000).Select(i => $"f{i}:int;")) + " }", false),
        ];
        foreach ((string name, string text, bool isValid) in schemas.Select(schema => (Files.Put(schema.Name + ".fbs", Encoding.UTF8.GetBytes(schema.Text)), schema.Text, schema.IsValid))
            .Append((Files.PathOf("chain/f0.fbs"), "", true)))
        {
            // The commands that read packets load schemas in the same way.
            string[] readers = ["inspect PACKETS", "decode PACKETS", "stats PACKETS", "tap 127.0.0.1:0 127.0.0.1:9 --duration 1ms", "replay PACKETS 127.0.0.1:9"];
            foreach (string command in (string[])["fmt --check FILE", "check FILE FILE", "gen wireshark FILE -o OUT", "gen cpp FILE -o OUT", .. RandomCases.Some(readers).Select(reader => reader + " --schema FILE")])
            {
                string[] arguments = [.. Words(command, name).Select(word => word switch { "PACKETS" => Files.Packets(), "OUT" => Files.PathOf("out"), _ => word })];
                (int exit, _, string error) = CodecTool.RunHere(arguments);
                Assert.That(exit, Is.InRange(0, 2), command);
                if (!isValid && command.Contains("--schema", StringComparison.Ordinal))
                {
                    Assert.That(exit, Is.EqualTo(2), command);
                    Assert.That(error, Does.EndWith("codec: error: The schemas have errors.\n"));
                }
            }
        }
    }

    private static TestCaseData Case(string name, byte[] capture, string expected) => new TestCaseData(capture, expected).SetArgDisplayNames(name);

    private static string[] Words(string command, string file) => [.. command.Split(' ').Select(word => word == "FILE" ? file : word)];

    private static byte[] Header(uint type, uint length)
    {
        byte[] header = new byte[8];
        BinaryPrimitives.WriteUInt32LittleEndian(header, type);
        BinaryPrimitives.WriteUInt32LittleEndian(header.AsSpan(4), length);
        return header;
    }

    private static byte[] Block(uint type, byte[] body)
    {
        byte[] header = Header(type, (uint)body.Length + 12);
        return [.. header, .. body, .. header[4..]];
    }

    private static byte[] Section() => Block(SectionHeader, [0x4D, 0x3C, 0x2B, 0x1A, 1, 0, 0, 0, .. Enumerable.Repeat((byte)255, 8)]);

    private static byte[] PacketBlock(uint captured, byte network = 0)
    {
        byte[] length = Header(captured, (uint)Packet.Length);
        return Block(EnhancedPacket, [network, 0, 0, 0, .. new byte[8], .. length, .. Packet]);
    }
}

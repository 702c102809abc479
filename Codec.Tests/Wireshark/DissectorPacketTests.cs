using Google.FlatBuffers;

namespace Codec.Tests.Wireshark;

/// <summary>Tests what dissectors show of single packets. Each test has its own schema, and one run dissects the packets of all tests.</summary>
[TestFixture(WiresharkHost.Tshark)]
[TestFixture(WiresharkHost.Wiregasm)]
internal sealed class DissectorPacketTests(WiresharkHost host)
{
    private const string Attributes = "attribute \"packet_id\"; attribute \"packet_max_size\";";

    private const string WideNumbers = """
        enum Big:ulong { Zero, Top = 18446744073709551615 }
        enum Low:long { Bottom = -9223372036854775808, One = 1 }
        enum Bits:ulong (bit_flags) { First, Last = 63 }
        enum Tiny:byte { Minus = -128, Plus = 127 }
        table T (packet_id: 1) {
          big:Big = Top; low:Low = Bottom; bits:Bits = Last; tiny:Tiny = Minus; max:ulong = 18446744073709551615; min:long = -9223372036854775808;
          nan:double = nan; pos:float = +inf; neg:double = -inf; text:string = "a\"b\\\u00e4\n"; none:bool = true; maybe:int = null;
        }
        """;

    private static readonly DissectorBatch Batch = new();

    private static readonly Func<WiresharkHost, string[][]> TooManyItems = Batch.Add(
        Model("tree.fbs", "table Node (packet_id: 1) { children:[Node]; text:string; }"), null, [Packet(Tree(30, 16, 1000)), Packet(Tree(200, 1, 0))], "_ws.expert.message");

    [Test]
    public void Too_many_references_to_the_same_table_are_reported() =>
        Assert.That(TooManyItems(host)[0], Is.EqualTo((string[])["The packet has more items than the dissector shows."]));

    [Test]
    public void Tables_that_are_nested_too_deeply_are_reported() =>
        Assert.That(TooManyItems(host)[1], Is.EqualTo((string[])["Tables are nested too deeply."]));

    // The payload of the bytes starts with the offset of a root at 8, whose vtable is at 4.
    private static readonly Func<WiresharkHost, string[][]> NestedStruct = Batch.Add(
        Model("bytes.fbs", "struct S { a:int; b:int; } table T (packet_id: 1) { data:[ubyte] (nested_flatbuffer: \"S\"); }"), null,
        [Packet(Bytes([8, 0, 0, 0, 4, 0, 4, 0, 4, 0, 0, 0]))], "bytes.t.data", "_ws.expert.message");

    [Test]
    public void Bytes_whose_nested_root_is_a_struct_are_shown_as_bytes() =>
        Assert.That(NestedStruct(host).Single().Select(value => value.Replace(":", "", StringComparison.Ordinal)), Is.EqualTo((string[])["080000000400040004000000", ""]));

    private static readonly Func<WiresharkHost, string[][]> NestedIdentifiers = Batch.Add(
        SchemaText.Model(
            ("packets.fbs", Attributes), ("inner.fbs", "table Inner { x:int; } root_type Inner; file_identifier \"INNR\";"),
            ("outer.fbs", "include \"packets.fbs\"; include \"inner.fbs\"; table T (packet_id: 1) { data:[ubyte] (nested_flatbuffer: \"Inner\"); }")),
        null, ((string[])["INNR", "OTHR", ""]).Select(identifier => Packet(Bytes(Table(1, builder => builder.AddInt(0, 7, 0), identifier)))), "_ws.expert.message");

    [Test]
    public void A_nested_payload_without_its_file_identifier_is_malformed()
    {
        const string Missing = "data: the nested payload does not have the file identifier of Inner.";
        Assert.That(NestedIdentifiers(host).Select(line => line[0]), Is.EqualTo((string[])["", Missing, Missing]));
    }

    private static readonly Func<WiresharkHost, string[][]> InvalidElements = Batch.Add(
        Model("items.fbs", "table Item { names:[string]; } table T (packet_id: 1) { items:[Item]; }"), null,
        [Packet(ItemsWithInvalidNames(1000))], "items.packet.malformed", "items.packet.limit");

    [Test]
    public void Invalid_elements_of_a_table_that_many_offsets_refer_to_are_limited() => Assert.That(InvalidElements(host).Single(), Has.None.Empty);

    private static readonly Func<WiresharkHost, string[][]> MissingNumbers = Batch.Add(
        Model("wide.fbs", WideNumbers), null, [Packet(Table(12, _ => { }))],
        [.. ((string[])["big", "low", "bits", "tiny", "max", "min", "nan", "pos", "neg", "none", "maybe"]).Select(field => "wide.t." + field)]);

    [Test]
    public void Defaults_that_Lua_cannot_represent_are_shown_correctly() => Assert.That(MissingNumbers(host).Single().Where(value => value.Length > 0), Is.EqualTo((string[])
        ["18446744073709551615", "-9223372036854775808", "0x8000000000000000", "-128", "18446744073709551615", "-9223372036854775808", "nan", "inf", "-inf", host == WiresharkHost.Tshark ? "1" : "True"]));

    private static readonly Func<WiresharkHost, string[][]> WrittenNumbers = Batch.Add(
        Model("wider.fbs", WideNumbers), null,
        [Packet(Table(12, builder =>
        {
            builder.AddUlong(0, ulong.MaxValue, 0);
            builder.AddLong(1, long.MinValue, 0);
            builder.AddUlong(2, (1UL << 63) | 1, 0);
            builder.AddSbyte(3, 127, 0);
            builder.AddDouble(6, double.NegativeInfinity, 0);
            builder.AddInt(11, -1, 0);
        }))],
        [.. ((string[])["big", "low", "bits", "tiny", "nan", "maybe"]).Select(field => "wider.t." + field)]);

    [Test]
    public void Numbers_that_Lua_cannot_represent_are_shown_correctly() => Assert.That(WrittenNumbers(host).Single(), Is.EqualTo((string[])
        ["18446744073709551615", "-9223372036854775808", "0x8000000000000001", "127", "-inf", "-1"]));

    // flatc -b writes this payload for {"n":7,"x":"hello","y":[1,2,3],"z":[4,5],"a":"end"}.
    private static readonly Func<WiresharkHost, string[][]> Offsets64 = Batch.Add(
        Model("far.fbs", "table T (packet_id: 1) { n:int; x:string (offset64); y:[ushort] (offset64); z:[uint] (vector64); a:string; }"), null,
        [Packet(Convert.FromHexString(
            "180000000000000000000E00280004000800100020001C000E0000000700000044000000000000003000000000000000000000000C0000001000000000000000"
            + "03000000656E6400020000000000000004000000050000000300000001000200030000000500000068656C6C6F000000"))],
        "far.t.n", "far.t.x", "far.t.y", "far.t.z", "far.t.a", "_ws.expert.message");

    [Test]
    public void Offsets_and_lengths_of_64_bits_are_read() => Assert.That(string.Join('|', Offsets64(host).Single()), Is.EqualTo("7|hello|1,2,3|4,5|end|"));

    private static readonly Func<WiresharkHost, string[][]> Zeros = Batch.Add(
        Model("zeros.fbs", "table T (packet_id: 1) { a:string; b:string; }"), null, [Packet(Texts("a\0b\0", "\u00e4"))], "zeros.t.a", "zeros.t.b", "_ws.expert.message");

    [Test]
    public void A_string_with_zero_bytes_is_shown_to_its_end() => Assert.That(Zeros(host).Single(), Is.EqualTo((string[])["a\u2400b\u2400", "\u00e4", ""]));

    private static readonly Func<WiresharkHost, string[][]> WideUnion = Batch.Add(
        Model("wideunion.fbs", "table A { x:int; } union U:ulong { A = 18446744073709551615 } table T (packet_id: 1) { u:U; }"), null,
        [Packet(WideUnionOf(ulong.MaxValue)), Packet(WideUnionOf(5))], "wideunion.t.u_type", "wideunion.a.x", "_ws.expert.message");

    [Test]
    public void A_union_type_of_64_bits_is_read() =>
        Assert.That(WideUnion(host).Select(line => string.Join('|', line)), Is.EqualTo((string[])["18446744073709551615|7|", "5||u: the union has no such type."]));

    private static readonly byte[] SizedStruct = [7, 0, 0, 0, 1, 0, 255, 255];

    private static readonly Func<WiresharkHost, string[][]> Sizes = Batch.Add(
        Model("sized.fbs", "struct In { b:short; } struct S (packet_id: 1) { x:int; a:[In:2]; } table T (packet_id: 2, packet_max_size: 8) { x:int; } root_type T; file_identifier \"ABCD\";"), null,
        [Packet(SizedStruct), Packet([.. SizedStruct, 0]), Packet(SizedStruct[..7]), Packet(Table(1, builder => builder.AddInt(0, 7, 0)), 2)],
        "sized.s.x", "sized.in.b", "_ws.expert.message");

    [Test]
    public void Struct_packets_are_dissected_and_violated_packet_limits_are_reported() =>
        Assert.That(Sizes(host).Select(line => string.Join('|', line)), Is.EqualTo((string[])
        [
            "7|1,-1|",
            "7|1,-1|The payload has 9 bytes; S has 8.",
            "||The payload has 7 bytes; S has 8.",
            "||The payload is larger than packet_max_size, which is 8.,The payload does not have the file identifier of T.",
        ]));

    private static readonly Func<WiresharkHost, string[][]> Packed = Batch.Add(
        SchemaCompiler.Compile([SchemaText.Read(Repository.PathOf("schemas", "packed.fbs"))!], SchemaText.Read).Model!, null,
        [
            .. ((string[])["move", "spawn", "test_packet", "inventory", "snapshot", "grid"]).Select(name => GoldenFiles.ReadBytes($"packed/{name}.bin")),
            [0, 0, 102, 0],
        ],
        "packed.packet.name", "packed.packet.packed", "packed.packet.payload", "_ws.expert.message");

    [Test]
    public void Packed_payloads_are_shown_as_bytes_with_their_size()
    {
        string[][] lines = Packed(host);
        Assert.That(lines.Select(line => line[0]), Is.EqualTo((string[])[.. ((string[])["Move", "Spawn", "TestPacket", "Inventory", "Snapshot", "Grid", "Move"]).Select(name => "Game.Packed." + name)]));
        byte[] move = GoldenFiles.ReadBytes("packed/move.bin");
        Assert.That((lines[0][1], lines[0][2].Replace(":", "", StringComparison.Ordinal)), Is.EqualTo(($"{move.Length - 4}", Convert.ToHexString(move.AsSpan(4)).ToLowerInvariant())));
        Assert.That((lines[6][1], lines[6][2]), Is.EqualTo(("0", "")));
        Assert.That(lines.Select(line => line[3]), Is.All.Empty);
    }

    private static readonly Func<WiresharkHost, string[][]> InvalidHeaders = Batch.Add(
        DissectorStreamTests.Model(), DissectorOptions.Of(new(sizeCountsHeader: true, 4, 4, maxPayloadSize: 100)),
        [[7, 0, 0, 0, 1, 0, 0, 0], [109, 0, 0, 0, 1, 0, 0, 0], [255, 255, 255, 255, 1, 0, 0, 0], [9, 0, 0, 0, 255, 255, 255, 255, 1], [8, 0, 0, 0, 4, 0, 0, 0], [1, 2]],
        "_ws.expert.message");

    [Test]
    public void Invalid_headers_and_unknown_ids_are_reported() => Assert.That(InvalidHeaders(host).Select(line => line[0]), Is.EqualTo((string[])
    [
        "The packet's size is smaller than its header.",
        "The payload has 101 bytes; at most 100 are accepted.",
        "The payload has 4294967287 bytes; at most 100 are accepted.",
        "No packet of the schema has the id 4294967295.",
        "The payload is too short for a table.",
        "The capture has 2 bytes of the packet; 6 or more are missing.",
    ]));

    private static SchemaModel Model(string name, string text)
    {
        SchemaResult result = SchemaText.Compile(("packets.fbs", Attributes), (name, "include \"packets.fbs\"; " + text));
        return result.Model ?? throw new InvalidOperationException(SchemaText.Messages(result));
    }

    // Returns a list of nodes whose children are all the same node, and so on.
    private static byte[] Tree(int depth, int children, int textLength)
    {
        FlatBufferBuilder builder = new(1024);
        int text = textLength == 0 ? 0 : builder.CreateString(new string('x', textLength)).Value;
        int node = Node(0);
        for (int i = 0; i < depth; i++)
        {
            node = Node(Offsets(builder, children, node));
        }

        builder.Finish(node);
        return builder.SizedByteArray();

        int Node(int elements)
        {
            builder.StartTable(2);
            builder.AddOffset(0, elements, 0);
            builder.AddOffset(1, text, 0);
            return builder.EndTable();
        }
    }

    // Returns as many references to one item as the item has names, none of which is a string.
    private static byte[] ItemsWithInvalidNames(int count)
    {
        FlatBufferBuilder builder = new(1024);
        builder.StartVector(4, count, 4);
        for (int i = 0; i < count; i++)
        {
            builder.AddInt(0);
        }

        int item = Table(builder.EndVector().Value);
        builder.Finish(Table(Offsets(builder, count, item)));
        return builder.SizedByteArray();

        int Table(int vector)
        {
            builder.StartTable(1);
            builder.AddOffset(0, vector, 0);
            return builder.EndTable();
        }
    }

    private static int Offsets(FlatBufferBuilder builder, int count, int table)
    {
        builder.StartVector(4, count, 4);
        for (int i = 0; i < count; i++)
        {
            builder.AddOffset(table);
        }

        return builder.EndVector().Value;
    }

    // Returns a table whose only field is a vector of bytes.
    private static byte[] Bytes(byte[] bytes)
    {
        FlatBufferBuilder builder = new(64);
        builder.StartVector(1, bytes.Length, 8);
        foreach (byte value in Enumerable.Reverse(bytes))
        {
            builder.AddByte(value);
        }

        int data = builder.EndVector().Value;
        builder.StartTable(1);
        builder.AddOffset(0, data, 0);
        builder.Finish(builder.EndTable());
        return builder.SizedByteArray();
    }

    private static byte[] Texts(params string[] texts)
    {
        FlatBufferBuilder builder = new(64);
        int[] offsets = [.. texts.Select(text => builder.CreateString(text).Value)];
        builder.StartTable(texts.Length);
        foreach ((int i, int offset) in offsets.Index())
        {
            builder.AddOffset(i, offset, 0);
        }

        builder.Finish(builder.EndTable());
        return builder.SizedByteArray();
    }

    private static byte[] WideUnionOf(ulong type)
    {
        FlatBufferBuilder builder = new(64);
        builder.StartTable(1);
        builder.AddInt(0, 7, 0);
        int value = builder.EndTable();
        builder.StartTable(2);
        builder.AddUlong(0, type, 0);
        builder.AddOffset(1, value, 0);
        builder.Finish(builder.EndTable());
        return builder.SizedByteArray();
    }

    private static byte[] Table(int fields, Action<FlatBufferBuilder> fill, string identifier = "")
    {
        FlatBufferBuilder builder = new(64) { ForceDefaults = true };
        builder.StartTable(fields);
        fill(builder);
        int table = builder.EndTable();
        if (identifier.Length == 0)
        {
            builder.Finish(table);
        }
        else
        {
            builder.Finish(table, identifier);
        }

        return builder.SizedByteArray();
    }

    private static byte[] Packet(byte[] payload, uint id = 1) => BytesWriter.Packet(id, payload);
}

using System;
using System.Collections.Generic;
using System.Linq;
using System.Xml.Linq;
using Codec.Schema;
using Codec.Schema.Model;
using Codec.Schema.Wireshark;
using Codec.Tests.Schema;
using Google.FlatBuffers;
using NUnit.Framework;

namespace Codec.Tests.Wireshark;

/// <summary>Tests names that are not valid in Lua or Wireshark, and values that exceed the range of Lua's numbers.</summary>
internal sealed class DissectorNameTests
{
    private const int FirstPort = 7001;
    private const string Attributes = "attribute \"packet_id\"; attribute \"packet_max_size\";";

    [Test]
    public void Schemas_with_unusual_file_names_are_dissected() => Check(
        ((string[])["tcp.fbs", "My Schema (v2)-ä.fbs", "1st.fbs", ".fbs", "a.fbs", "_ws.fbs", "codec.fbs"]).Select(name => (name, "table T (packet_id: 1) { x:int; }")));

    [Test]
    public void Schemas_with_colliding_names_are_dissected() => Check(
    [
        ("names1.fbs", "namespace tcp; table Port (packet_id: 1) { x:int; } table Stream { port:string; } table Data { x:int; }"),
        ("names2.fbs", "namespace data; table T (packet_id: 1) { x:int; data:string; }"),
        ("names3.fbs", "namespace frame; table T (packet_id: 1) { x:int; } table number { x:string; }"),
        ("names4.fbs", "table T (packet_id: 1) { x:int; end:int; nil:string; function:[int]; local:[ubyte]; _:int; __index:int; } table t { x:string; }"),
        ("names5.fbs", "table T (packet_id: 1) { x:int; X:string; a:[int]; a_count:int; } table packet { size:string; id:[string]; malformed:int; }"),
        ("names6.fbs", "table A { x:int; } union U { A } table T (packet_id: 1) { x:int; u:U; v:[U]; U_type:string; V_Type:int; }"),
        ("names7.fbs", "namespace N; enum E:ubyte (bit_flags) { x, X, y } table E_ { x:string; } namespace N.E; table x { y:int; } namespace N; table T (packet_id: 1) { x:int; e:E; }"),
    ]);

    [Test]
    public void Many_fields_with_the_same_name_in_lower_case_are_numbered_in_linear_time()
    {
        // Each name that is tried is allocated.
        long half = AllocatedBytes(1024, out _);
        Assert.That(AllocatedBytes(2048, out string dissector), Is.LessThan(3 * half));
        string name = "names.t.a" + new string('b', 11);
        Assert.That(dissector, Does.Contain($"\"{name}\"").And.Contain($"\"{name}_2\"").And.Contain($"\"{name}_2048\"").And.Not.Contain($"\"{name}_2049\""));

        static long AllocatedBytes(int count, out string dissector)
        {
            SchemaModel model = Model("names.fbs", $"table T (packet_id: 1) {{ {string.Concat(Enumerable.Range(0, count).Select(Field))} }}");
            long before = GC.GetAllocatedBytesForCurrentThread();
            dissector = WiresharkEmitter.Emit(model, new WiresharkOptions()).Text;
            return GC.GetAllocatedBytesForCurrentThread() - before;
        }

        static string Field(int i) => "a" + string.Concat(Enumerable.Range(0, 11).Select(bit => (i >> bit & 1) == 0 ? "b" : "B")) + ":int; ";
    }

    [Test]
    public void Numbers_that_Lua_cannot_represent_are_shown_and_filtered_correctly()
    {
        SchemaModel model = Model("wide.fbs", """
            enum Big:ulong { Zero, Top = 18446744073709551615 }
            enum Low:long { Bottom = -9223372036854775808, One = 1 }
            enum Bits:ulong (bit_flags) { First, Last = 63 }
            enum Tiny:byte { Minus = -128, Plus = 127 }
            table T (packet_id: 1) {
              big:Big = Top; low:Low = Bottom; bits:Bits = Last; tiny:Tiny = Minus; max:ulong = 18446744073709551615; min:long = -9223372036854775808;
              nan:double = nan; pos:float = +inf; neg:double = -inf; text:string = "a\"b\\\u00e4\n"; none:bool = true; maybe:int = null;
            }
            """);
        using Tshark tshark = new(model);
        string[] fields = ["big", "low", "bits", "tiny", "max", "min", "nan", "pos", "neg", "none", "maybe"];
        string[] missing = Values(Table(12, _ => { }));
        Assert.That(missing, Is.EqualTo((string[])["18446744073709551615", "-9223372036854775808", "0x8000000000000000", "-128", "18446744073709551615", "-9223372036854775808", "nan", "inf", "-inf", "1"]));
        byte[] payload = Table(12, builder =>
        {
            builder.AddUlong(0, ulong.MaxValue, 0);
            builder.AddLong(1, long.MinValue, 0);
            builder.AddUlong(2, (1UL << 63) | 1, 0);
            builder.AddSbyte(3, 127, 0);
            builder.AddDouble(6, double.NegativeInfinity, 0);
            builder.AddInt(11, -1, 0);
        });
        string shown = tshark.Run(PcapFile.OfPackets([Packet(payload)]), "-V");
        Assert.That(shown, Does.Contain("big: 18446744073709551615 (Top)").And.Contain("low: -9223372036854775808 (Bottom)").And.Contain("(First Last)")
            .And.Contain("tiny: Plus (127)").And.Contain("nan: -inf").And.Contain("maybe: -1"));
        string[] filters = ["big == 18446744073709551615", "low < -9223372036854775806", "tiny == \"Plus\"", "nan < 0", "text contains \"a\"", "none == 1"];
        Assert.That(tshark.Run(PcapFile.OfPackets([Packet(payload)]), "-Y", string.Join(" && ", filters.Select(filter => "wide.t." + filter))), Does.Contain("WIDE"));

        string[] Values(byte[] bytes) => [.. tshark.Fields(PcapFile.OfPackets([Packet(bytes)]), [], [.. fields.Select(field => "wide.t." + field)]).Single().Where(value => value.Length > 0)];
    }

    [Test]
    public void Offsets_and_lengths_of_64_bits_are_read()
    {
        using Tshark tshark = new(Model("far.fbs", "table T (packet_id: 1) { n:int; x:string (offset64); y:[ushort] (offset64); z:[uint] (vector64); a:string; }"));
        // flatc -b writes it for {"n":7,"x":"hello","y":[1,2,3],"z":[4,5],"a":"end"}.
        byte[] payload = Convert.FromHexString(
            "180000000000000000000E00280004000800100020001C000E0000000700000044000000000000003000000000000000000000000C0000001000000000000000"
            + "03000000656E6400020000000000000004000000050000000300000001000200030000000500000068656C6C6F000000");
        string[] values = tshark.Fields(PcapFile.OfPackets([Packet(payload)]), [], "far.t.n", "far.t.x", "far.t.y", "far.t.z", "far.t.a", "_ws.expert.message").Single();
        Assert.That(string.Join('|', values), Is.EqualTo("7|hello|1,2,3|4,5|end|"));
    }

    [Test]
    public void Struct_packets_are_dissected_and_violated_packet_limits_are_reported()
    {
        using Tshark tshark = new(Model("sized.fbs", "struct In { b:short; } struct S (packet_id: 1) { x:int; a:[In:2]; } table T (packet_id: 2, packet_max_size: 8) { x:int; } root_type T; file_identifier \"ABCD\";"));
        byte[] good = [7, 0, 0, 0, 1, 0, 255, 255];
        string[][] lines = [.. tshark.Fields(PcapFile.OfPackets([Packet(good), Packet([.. good, 0]), Packet(good[..7]), Packet(Table(1, builder => builder.AddInt(0, 7, 0)), 2)]), [], "sized.s.x", "sized.in.b", "_ws.expert.message")];
        Assert.That(lines.Select(line => string.Join('|', line)), Is.EqualTo((string[])
        [
            "7|1,-1|",
            "7|1,-1|The payload has 9 bytes; S has 8.",
            "||The payload has 7 bytes; S has 8.",
            "||The payload is larger than packet_max_size, which is 8.,The payload does not have the file identifier of T.",
        ]));
    }

    [Test]
    public void The_generated_script_is_deterministic_and_contains_the_options()
    {
        SchemaModel model = Model("Ab.fbs", "table T (packet_id: 1) { x:int; }");
        WiresharkOptions options = new() { SizeWidth = 4, IsBigEndian = true, SizeCountsHeader = true, Ports = new EquatableArray<int>([1, 2]) };
        GeneratedFile file = WiresharkEmitter.Emit(model, options);
        Assert.That(WiresharkEmitter.Emit(model, options), Is.EqualTo(file));
        Assert.That(file.Name, Is.EqualTo("ab.lua"));
        Assert.That(file.Text, Does.Contain("size_width = 4, id_width = 2, size_first = true, big_endian = true, counted_header = 6").And.Contain("local ports = \"1,2\""));
        Assert.That(() => WiresharkEmitter.Emit(null!, options), Throws.ArgumentNullException);
        Assert.That(() => WiresharkEmitter.Emit(model, null!), Throws.ArgumentNullException);
    }

    // Loads all dissectors at once, and dissects one packet of each schema. Each schema has its own port.
    private static void Check(IEnumerable<(string Name, string Text)> schemas)
    {
        (SchemaModel Model, WiresharkOptions Options)[] dissectors =
            [.. schemas.Select((schema, i) => (Model(schema.Name, schema.Text), new WiresharkOptions { Ports = new EquatableArray<int>([FirstPort + i]) }))];
        PcapFile capture = new(PcapFile.RawIp);
        foreach ((_, WiresharkOptions options) in dissectors)
        {
            capture.AddTcp(20_000, 0, Packet(Table(1, builder => builder.AddInt(0, 7, 0))), (ushort)options.Ports[0]);
        }

        using Tshark tshark = new([.. dissectors.Select(dissector => WiresharkEmitter.Emit(dissector.Model, dissector.Options))]);
        IReadOnlyList<XElement> frames = tshark.Dissect(capture.ToArray());
        Assert.That(frames, Has.Count.EqualTo(dissectors.Length));
        foreach ((XElement frame, (SchemaModel model, _)) in frames.Zip(dissectors))
        {
            Assert.That(frame.Descendants("field").Select(field => (string?)field.Attribute("showname")), Has.One.EqualTo("x: 7"), model.Files[0].Path);
        }
    }

    private static SchemaModel Model(string name, string text)
    {
        SchemaResult result = SchemaText.Compile(("packets.fbs", Attributes), (name, "include \"packets.fbs\"; " + text));
        return result.Model is { } model
            ? model with { Files = new EquatableArray<SchemaFile>(model.Files.Where(file => file.Path == name)) }
            : throw new InvalidOperationException(SchemaText.Messages(result));
    }

    private static byte[] Table(int fields, Action<FlatBufferBuilder> fill)
    {
        FlatBufferBuilder builder = new(64) { ForceDefaults = true };
        builder.StartTable(fields);
        fill(builder);
        builder.Finish(builder.EndTable());
        return builder.SizedByteArray();
    }

    private static byte[] Packet(byte[] payload, byte id = 1) => [(byte)payload.Length, 0, id, 0, .. payload];
}

using Google.FlatBuffers;

namespace Codec.Tests.Wireshark;

/// <summary>Tests names that are not valid in Lua or Wireshark.</summary>
internal sealed class DissectorNameTests
{
    private const int FirstPort = 7001;
    private const string Attributes = "attribute \"packet_id\"; attribute \"packet_max_size\";";

    [Test]
    public void Schemas_with_unusual_file_names_and_colliding_names_are_dissected() => Check(
    [
        .. ((string[])["tcp.fbs", "My Schema (v2)-ä.fbs", "1st.fbs", ".fbs", "a.fbs", "_ws.fbs", "codec.fbs"]).Select(name => (name, "table T (packet_id: 1) { x:int; }")),
        ("names1.fbs", "namespace tcp; table Port (packet_id: 1) { x:int; } table Stream { port:string; } table Data { x:int; }"),
        ("names2.fbs", "namespace data; table T (packet_id: 1) { x:int; data:string; }"),
        ("names3.fbs", "namespace frame; table T (packet_id: 1) { x:int; } table number { x:string; }"),
        ("names4.fbs", "table T (packet_id: 1) { x:int; end:int; nil:string; function:[int]; local:[ubyte]; goto:int; _:int; __index:int; } table t { x:string; }"),
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
    public void The_first_name_of_a_number_is_shown() => Assert.That(
        WiresharkEmitter.Emit(Model("a.fbs", "enum E:int { A, B, C = 1 } table T (packet_id: 1) { e:E; }"), new WiresharkOptions()).Text,
        Does.Contain("names = { [0] = \"A\", [1] = \"B\" } }"));

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
            capture.AddTcp(20_000, 0, Packet(), (ushort)options.Ports[0]);
        }

        using DissectorRunner wireshark = DissectorRunner.Create(WiresharkHost.Tshark, [.. dissectors.Select(dissector => WiresharkEmitter.Emit(dissector.Model, dissector.Options))]);
        IReadOnlyList<XElement> frames = wireshark.Dissect(capture.ToArray());
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

    // Returns a packet with a table whose only field is 7.
    private static byte[] Packet()
    {
        FlatBufferBuilder builder = new(64);
        builder.StartTable(1);
        builder.AddInt(0, 7, 0);
        builder.Finish(builder.EndTable());
        byte[] payload = builder.SizedByteArray();
        return [(byte)payload.Length, 0, 1, 0, .. payload];
    }
}

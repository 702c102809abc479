namespace Codec.Tests.Interpreter;

/// <summary>Tests the calls of a user of the interpreter.</summary>
internal sealed class PayloadMessageTests
{
    private static readonly PayloadSchema Schema = PayloadSchema.Load(Repository.PathOf("schemas", "game.fbs"));
    private static readonly PayloadMessage Chat = Schema["Game.Chat"];

    [Test]
    public void A_message_is_found_by_its_name_and_by_the_id_of_its_packet()
    {
        Assert.That(Schema["Chat"], Is.SameAs(Chat));
        Assert.That(Schema[Chat.PacketId!.Value], Is.SameAs(Chat));
        Assert.That(Schema["Game.Vec3"].PacketId, Is.Null);
        Assert.That((Schema.Find("Chatter"), Schema.Find(9999)), Is.EqualTo((default(PayloadMessage), default(PayloadMessage))));
        Assert.That(() => Schema["Chatter"], Throws.InstanceOf<KeyNotFoundException>().With.Message.Contains("'Chatter'"));
        Assert.That(() => Schema[9999], Throws.InstanceOf<KeyNotFoundException>().With.Message.Contains("'9999'"));
    }

    [Test]
    public void Verification_allocates_no_memory()
    {
        PayloadMessage message = Schema["Game.Inventory"];
        byte[] valid = message.FromJson("""{"items":[{"name":"a"},{"name":"b"}]}""");
        byte[] invalid = [.. valid];

        // The zero after the last text.
        invalid[valid.AsSpan().LastIndexOf((byte)'b') + 1] = 0xFF;
        Assert.That((message.Verify(valid), message.FindProblem(invalid)!.Path), Is.EqualTo((true, "items[1].name")));
        Verify(message, valid, invalid);
        long before = GC.GetAllocatedBytesForCurrentThread();
        Verify(message, valid, invalid);
        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.Zero);

        static void Verify(PayloadMessage message, byte[] valid, byte[] invalid)
        {
            for (int i = 0; i < 100; i++)
            {
                message.Verify(valid);
                message.Verify(invalid, out _);
                message.Verify([]);
            }
        }
    }

    [Test]
    public void A_payload_above_the_limit_of_its_packet_is_too_large()
    {
        PayloadMessage small = PayloadSchema.Parse("include \"packets.fbs\"; table Small (packet_id: 1, packet_max_size: 20) { text:string; }")["Small"];
        byte[] payload = PayloadSchema.Parse("table Small { text:string; }")["Small"].FromJson("""{"text":"more than twenty bytes"}""");
        Assert.That(small.Verify(payload, out PacketError error), Is.False);
        Assert.That(error, Is.EqualTo(PacketError.PayloadTooLarge));
        Assert.That(small.FindProblem(payload)!.ToString(), Is.EqualTo($"the payload has {payload.Length} bytes, and packet_max_size allows 20"));
    }

    [Test]
    public void Invalid_JSON_writes_nothing()
    {
        ArrayBufferWriter<byte> output = new();
        Assert.That(Chat.TryReadJson("""{"text":1}"""u8.ToArray(), output, out JsonException? error), Is.False);
        Assert.That((error!.Path, output.WrittenCount), Is.EqualTo(("$.text", 0)));
    }

    [Test]
    public void A_schema_with_errors_is_rejected_with_their_places()
    {
        Assert.That(() => PayloadSchema.Parse("table A { b:B; }"), Throws.InstanceOf<FormatException>().With.Message.StartsWith("schema(1,13): error CODEC"));
        Assert.That(() => PayloadSchema.Parse("table A { b:[ubyte] (vector64); }"), Throws.InstanceOf<FormatException>().With.Message.Contains("64-bit offset"));
        Assert.That(() => PayloadSchema.Load(Path.Combine(Repository.Root, "nothing.fbs")), Throws.InstanceOf<FileNotFoundException>());
    }

    [Test]
    public void Arguments_are_checked()
    {
        Assert.That(() => Chat.FromJson(null!), Throws.ArgumentNullException.With.Property("ParamName").EqualTo("json"));
        Assert.That(() => Chat.TryWriteJson([], null!, out _), Throws.ArgumentNullException.With.Property("ParamName").EqualTo("writer"));
        Assert.That(() => Chat.TryReadJson(default, null!, out _), Throws.ArgumentNullException.With.Property("ParamName").EqualTo("output"));
    }
}

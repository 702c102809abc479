namespace Codec.Tests.Json;

/// <summary>Tests which JSON is accepted. The results equal those of flatc, except for the differences that docs/json.md lists.</summary>
internal sealed class JsonDialectTests
{
    private const string Root = "Codec.Tests.Dialect.Root";

    // The test cases. flatc determines whether each is valid.
    internal static readonly string[] AsFlatc =
    [
        """{}""",
        """{"flag":true,"i8":-5,"i64":-9223372036854775808,"u64":18446744073709551615,"f32":0.1,"f64":0.1}""",
        """{"flag":"true"}""", """{"flag":2}""", """{"flag":0}""", """{"flag":"x"}""", """{"flag":""}""", """{"flag":1.5}""", """{"flag":null}""", """{"flag":255}""", """{"flag":256}""", """{"flag":-1}""", """{"flag":"255"}""", """{"flag":"256"}""", """{"flag":"-1"}""", """{"flag":-0}""",
        """{"i8":200}""", """{"i8":1.0}""", """{"i8":1.5}""", """{"i8":"12"}""", """{"i8":"1.5"}""", """{"i8":null}""", """{"i8":true}""", """{"i8":"x"}""",
        """{"flag":"1\u0000"}""", """{"i8":"5\u0000"}""", """{"u64":"5\u0000"}""", """{"f32":"5\u0000"}""", """{"f64":"1.5\u0000"}""", """{"f64":"inf\u0000"}""", """{"choice":"1\u0000"}""", """{"low":"-5\u0000"}""",
        """{"i64":"-9223372036854775808"}""", """{"i64":9223372036854775808}""", """{"u64":-1}""", """{"u64":18446744073709551616}""", """{"u64":-0}""",
        """{"f32":"nan","f64":"-inf"}""", """{"f32":"inf","f64":"inf"}""", """{"f32":"+inf","f64":"infinity"}""", """{"f32":"NaN","f64":"Infinity"}""",
        """{"f64":1e400}""", """{"f64":-1e400}""", """{"f32":1e39}""", """{"f64":"1.5"}""", """{"f64":""}""", """{"f64":"x"}""", """{"f64":true}""", """{"f64":1E+21,"f32":1E-05}""",
        """{"f64":-0,"f32":-0.0}""",
        """{"choice":"B","flags":"R G","other_choice":"A"}""", """{"choice":"C.B"}""", """{"choice":1}""", """{"choice":"1"}""", """{"choice":5}""", """{"choice":300}""",
        """{"choice":"A B"}""", """{"choice":"B D"}""", """{"spot":{"x":1,"y":2,"on":true,"choice":"A B","flags":0}}""", """{"choices":["B D"]}""",
        """{"any_type":"Leaf Place","any":"x"}""", """{"any_type":"Leaf Leaf","any":{}}""", """{"anys_type":["Leaf Place"],"anys":["x"]}""", """{"any_type":"NONE Leaf","any":{}}""",
        """{"choice":""}""", """{"choice":null}""", """{"choice":true}""", """{"choice":"b"}""",
        """{"flags":0}""", """{"flags":16}""", """{"flags":17}""", """{"flags":"R  G"}""", """{"flags":""}""", """{"flags":" R"}""", """{"flags":"R "}""", """{"flags":"R R"}""",
        """{"flags":"R|G"}""", """{"flags":"3"}""", """{"other_flags":0}""", """{"low":"Least","most":"All"}""", """{"low":-5,"most":18446744073709551615}""", """{"most":-1}""", """{"low":40000}""",
        """{"maybe_flag":false,"maybe_int":0,"maybe_choice":"A","maybe_flags":0,"maybe_real":0}""", """{"maybe_flag":null,"maybe_int":null,"maybe_choice":null,"maybe_flags":null,"maybe_real":null}""",
        """{"text":null,"spot":null,"leaf":null,"ints":null,"any":null,"anys":null,"anys_type":null,"inner":null}""",
        """{"text":"\u0000\u00e9\ud83d\ude00\n\r\t\b\f\"\\\/\u001f\u007f é 😀"}""", """{"text":"\ud83d"}""", """{"text":"\ude00"}""", """{"text":5}""", """{"text":["a"]}""",
        """{"spot":{"x":1,"y":2,"on":true,"choice":"D","flags":"R G"}}""", """{"spot":{"flags":0,"choice":0,"on":false,"y":1,"x":2}}""", """{"spot":{"x":1}}""", """{"spot":{}}""",
        """{"spot":{"x":1,"x":1,"y":2,"on":true,"choice":0,"flags":0}}""", """{"spot":{"x":1,"q":1,"y":2,"on":true,"choice":0,"flags":0}}""", """{"spot":{"x":null,"y":2,"on":true,"choice":0,"flags":0}}""",
        """{"spot":{"x":"nan","y":"-inf","on":true,"choice":0,"flags":0}}""",
        """{"grid":{"numbers":[1,2,3],"spots":[{"x":1,"y":1,"on":true,"choice":0,"flags":0},{"x":1,"y":1,"on":true,"choice":0,"flags":1}],"choices":["A","B"]}}""",
        """{"grid":{"numbers":[1,2],"spots":[],"choices":["A","B"]}}""",
        """{"leaf":{"name":"x"},"any_type":"Leaf","any":{"name":"y"}}""", """{"any":{"name":"y"},"any_type":"Leaf"}""", """{"any_type":"Place","any":{"x":1,"y":2,"on":false,"choice":0,"flags":0}}""",
        """{"any_type":"Text","any":"hey"}""", """{"any_type":"NONE"}""", """{"any_type":"NONE","any":{}}""", """{"any_type":"Leaf"}""", """{"any":{}}""", """{"any_type":1,"any":{}}""",
        """{"any_type":9,"any":{}}""", """{"any_type":"Other","any":{}}""", """{"any":null,"any_type":"Leaf"}""", """{"any_type":null}""", """{"any_type":"Leaf","any":"x"}""",
        """{"anys_type":["Leaf","Text","Place"],"anys":[{"value":1},"t",{"x":1,"y":2,"on":false,"choice":0,"flags":0}]}""", """{"anys_type":["Leaf"]}""",
        """{"anys_type":[],"anys":[]}""", """{"anys":[{}]}""", """{"anys_type":["Leaf","NONE"],"anys":[{"value":1},{}]}""", """{"anys":null,"anys_type":["Leaf"]}""",
        """{"bools":[true,false,1,0],"bytes":[1,255],"texts":["a","b"],"leaves":[{"value":1}],"choices":["A","D",5],"flag_list":["R G",0,"B"]}""",
        """{"bytes":"abc"}""", """{"bytes":[256]}""", """{"ints":[]}""", """{"ints":5}""", """{"ints":{"a":1}}""", """{"ints":[1,null]}""", """{"texts":["a",null]}""", """{"leaves":[null]}""",
        """{"reals":[1.5,"nan","-inf",2]}""", """{"longs":[18446744073709551615,0]}""",
        """{"inner":{"name":"q","value":3}}""", """{"inner":{}}""", """{"inner":{"zz":1}}""", """{"gone":1}""", """{"gone_any_type":"Leaf","gone_any":{}}""",
        """{"hashed":"text","hashed_long":"text"}""", """{"hashed_short":"text"}""", """{"hashed_short":"5"}""", """{"hashed":"5"}""", """{"hashed":""}""", """{"hashed":5,"hashed_long":-5}""",
        """{"hashes":{"number":"text","long":"text","short":"5"}}""", """{"hashes":{"number":"","long":-5,"short":5},"hash_list":[{"number":5,"long":"5","short":0}]}""",
        """{"hashes":{"number":5,"long":5,"short":"text"}}""",
        """{"default_text":"hi","default_ints":[],"half":3.5}""", """{"infinite":"inf","unset":"nan"}""", """{"infinite":0,"unset":0}""",
        """{"camelCase":1}""", """{"zzz":1}""", """{"flag":1,"flag":0}""", """{"leaf":"x"}""", """{"child":{"child":{"i8":1}}}""", """[]""", """{} {}""", "", """{""", """{"flag":""",
        """{"strict":{"title":"t","spot":{"x":1,"y":2,"on":false,"choice":0,"flags":0},"leaf":{},"numbers":[]}}""", """{"strict":{"title":"t","leaf":{},"numbers":[]}}""",
        """{"strict":{"spot":{"x":1,"y":2,"on":false,"choice":0,"flags":0},"leaf":{},"numbers":[]}}""", """{"strict":{"title":null,"spot":{"x":1,"y":2,"on":false,"choice":0,"flags":0},"leaf":{},"numbers":[]}}""",
    ];

    // flatc accepts these texts, which are not valid or not strict JSON.
    internal static readonly string[] FlatcAlone =
    [
        """{"f32":nan,"f64":inf}""", """{i8:3}""", """{'i8':3}""", """{"i8":0x10}""", """{"i8":+3}""", """{"choice":B}""", """{"ints":[1,2,],"i8":3,}""", """{"i8":" 1"}""", """{"i8":"1 "}""", """{"i8":"0x10"}""",
        """{"i8":01}""",
        """{"text":"\x41"}""", """{"spot":[1,2,true,0,0]}""",
    ];

    // Codec accepts these texts, and flatc rejects them.
    internal static readonly string[] CodecAlone =
    [
        """{"inner":[1,2,3]}""", """{"gone":"x"}""", """{"gone":null}""", """{"anys":[{"value":1},"t"],"anys_type":["Leaf","Text"]}""", """{"anys_type":["NONE"],"anys":[null]}""",
        """{"any_type":"Leaf","other_any_type":"Text","any":{"value":1},"other_any":"t"}""",
    ];

    private static JsonSchema Schema => JsonSchema.OfFile("Codec.Tests", "Json", "dialect.fbs");

    private static PayloadMessage Message => Schema.Payloads[Root];

    [Test]
    public void Codec_accepts_the_same_json_as_flatc_and_reads_the_same_values()
    {
        FlatcJson[] answers = FlatcJson.OfJson(Schema, Root, AsFlatc.Select(Encoding.UTF8.GetBytes));
        for (int i = 0; i < AsFlatc.Length; i++)
        {
            string? ours = Read(AsFlatc[i], out string? error);
            string? theirs = answers[i].Payload is byte[] payload ? Unverified(payload) : null;
            Assert.That(ours, Is.EqualTo(theirs), $"{AsFlatc[i]}\nflatc: {answers[i].Error ?? answers[i].Json}\nCodec: {error ?? ours}");
        }
    }

    [Test]
    public void The_documented_differences_from_flatc_exist()
    {
        FlatcJson[] theirs = FlatcJson.OfJson(Schema, Root, FlatcAlone.Concat(CodecAlone).Select(Encoding.UTF8.GetBytes));
        Assert.That(theirs.Take(FlatcAlone.Length).Select((answer, i) => answer.Error is null ? null : FlatcAlone[i]), Is.All.Null);
        Assert.That(theirs.Skip(FlatcAlone.Length).Select((answer, i) => answer.Error is null ? CodecAlone[i] : null), Is.All.Null);
        Assert.That(FlatcAlone.Select(json => Read(json, out _)), Is.All.Null);
        Assert.That(CodecAlone.Where(json => !Message.TryReadJson(Encoding.UTF8.GetBytes(json), new ArrayBufferWriter<byte>(), out _)), Is.Empty);
    }

    [Test]
    public void NaN_is_positive_and_quiet_as_in_flatc([Values("nan", "-NaN")] string text)
    {
        byte[] json = Encoding.UTF8.GetBytes($$"""{"reals":["{{text}}"],"f32":"{{text}}"}""");
        byte[] theirs = FlatcJson.OfJson(Schema, Root, [json])[0].Payload!;
        foreach (byte[] payload in (byte[][])[Message.FromJson(Encoding.UTF8.GetString(json)), theirs])
        {
            Assert.That(payload.AsSpan().IndexOf((byte[])[0, 0, 0, 0, 0, 0, 0xF8, 0x7F]), Is.GreaterThan(0));
            Assert.That(payload.AsSpan().IndexOf((byte[])[0, 0, 0xC0, 0x7F]), Is.GreaterThan(0));
        }
    }

    [TestCase("{\n  \"i8\": 200\n}", "$.i8", 1, 8, "Expected an integer from -128 to 127 instead of '200'.")]
    [TestCase("{\"flag\":\"yes\"}", "$.flag", 0, 8, "Expected true, false or an integer from 0 to 255 instead of 'yes'.")]
    [TestCase("{\"bools\":[true,256]}", "$.bools[1]", 0, 15, "Expected true, false or an integer from 0 to 255 instead of '256'.")]
    [TestCase("{\"choice\":\"E\"}", "$.choice", 0, 10, "Expected a name (A, B, D) or an integer from 0 to 255 instead of 'E'.")]
    [TestCase("{\"flags\":\"R X\"}", "$.flags", 0, 9, "Expected a name (R, G, B) or an integer from 0 to 255 instead of 'R X'.")]
    [TestCase("{\"choice\":\" A\"}", "$.choice", 0, 10, "Expected a name (A, B, D) or an integer from 0 to 255 instead of ' A'.")]
    [TestCase("{\"choice\":\"\"}", "$.choice", 0, 10, "Expected a name (A, B, D) or an integer from 0 to 255 instead of ''.")]
    [TestCase("{\"choice\":null}", "$.choice", 0, 10, "Expected a name (A, B, D) or an integer from 0 to 255 instead of 'null'.")]
    [TestCase("{\"low\":[\"Zero\"]}", "$.low", 0, 7, "Expected a name (Least, Zero) or an integer from -32768 to 32767 instead of an array.")]
    [TestCase("{\"choice\":300}", "$.choice", 0, 10, "Expected an integer from 0 to 255 instead of '300'.")]
    [TestCase("{\"choice\":\"300\"}", "$.choice", 0, 10, "Expected an integer from 0 to 255 instead of '300'.")]
    [TestCase("{\"any_type\":\"Nothing\",\"any\":{}}", "$.any_type", 0, 12, "Expected a name (NONE, Leaf, Place, Text, Other) or an integer from 0 to 255 instead of 'Nothing'.")]
    [TestCase("{\"any\":{},\"any_type\":\"Bogus\"}", "$.any_type", 0, 21, "Expected a name (NONE, Leaf, Place, Text, Other) or an integer from 0 to 255 instead of 'Bogus'.")]
    [TestCase("{\"any\":{\"name\":5},\"any_type\":\"Leaf\"}", "$.any.name", 0, 15, "Expected a string instead of '5'.")]
    [TestCase("{\"anys\":[{}],\"anys_type\":[\"Leaf\",\"Bogus\"]}", "$.anys_type[1]", 0, 33, "Expected a name (NONE, Leaf, Place, Text, Other) or an integer from 0 to 255 instead of 'Bogus'.")]
    [TestCase("{\"anys\":[{},{\"name\":5}],\"anys_type\":[\"Leaf\",\"Leaf\"]}", "$.anys[1].name", 0, 20, "Expected a string instead of '5'.")]
    [TestCase("{\"leaves\":[{},{\"name\":5}]}", "$.leaves[1].name", 0, 22, "Expected a string instead of '5'.")]
    [TestCase("{\"child\":{\n\"zzz\":1}}", "$.child", 1, 0, "The type Codec.Tests.Dialect.Root has no field 'zzz'.")]
    [TestCase("{\"strict\":{\"title\":\"t\"}}", "$.strict", 0, 22, "The field spot is required and has no value.")]
    [TestCase("{\"flag\":1,\n\n\"flag\":0}", "$", 2, 0, "The field flag is given twice.")]
    [TestCase("{\"any\":{}}", "$.any", 0, 7, "The type of the union is missing: any_type.")]
    [TestCase("{\"grid\":{\"numbers\":[1,2]}}", "$.grid.numbers", 0, 23, "The array has 2 elements instead of 3.")]
    public void Exception_names_the_problem_and_the_place(string json, string path, int line, int position, string problem)
    {
        JsonException exception = Assert.Throws<JsonException>(() => Schema.FromJson(Root, json))!;
        Assert.That((exception.Path, exception.LineNumber, exception.BytePositionInLine), Is.EqualTo((path, (long?)line, (long?)position)));
        Assert.That(exception.Message, Is.EqualTo(string.Create(CultureInfo.InvariantCulture, $"{problem} Path: {path} | LineNumber: {line} | BytePositionInLine: {position}.")));
    }

    [TestCase("{\"ints\":[1,\n2,x]}", 1, 2)]
    [TestCase("{}\n {}", 1, 1)]
    public void Exception_names_the_place_of_text_that_is_not_json(string json, int line, int position)
    {
        JsonException exception = Assert.Catch<JsonException>(() => Schema.FromJson(Root, json))!;
        Assert.That((exception.LineNumber, exception.BytePositionInLine), Is.EqualTo(((long?)line, (long?)position)));
    }

    [Test]
    [SetCulture("sv-SE")]
    public void Exception_does_not_depend_on_the_culture() =>
        Assert.That(
            () => Schema.FromJson(Root, "{\"i8\": 200}"),
            Throws.TypeOf<JsonException>().With.Message.Contains("an integer from -128 to 127 instead of '200'"));

    [TestCase("{\"f32\":\"1.00000005960464477539062500000001\"}", "{\"f32\":1.0000001}")]
    [TestCase("{\"f32\":1.00000005960464477539062500000001}", "{\"f32\":1.0000001}")]
    [TestCase("{\"f32\":\"-0.0\"}", "{}")]
    [TestCase("{\"f32\":\"1e39\",\"f64\":\"-1e39\"}", "{\"f32\":\"inf\",\"f64\":-1E+39}")]
    [TestCase("{\"f32\":\"-1e999\",\"f64\":\"1e999\"}", "{\"f32\":\"-inf\",\"f64\":\"inf\"}")]
    public void A_real_in_a_string_is_rounded_as_one_without_quotes(string json, string expected) =>
        Assert.That(Message.ToJson(Message.FromJson(json)), Is.EqualTo(expected));

    [Test]
    public void Unknown_fields_are_skipped_on_request()
    {
        object value = Schema.FromJson(Root, """{"zzz":{"a":[1]},"i8":3,"leaf":{"q":null,"value":1}}""", skipUnknown: true);
        Assert.That(Schema.ToJson(value), Is.EqualTo("""{"i8":3,"leaf":{"value":1}}"""));
    }

    [TestCase(64, true)]
    [TestCase(65, false)]
    public void Json_tables_have_the_same_depth_limit_as_payloads(int depth, bool isAccepted)
    {
        string json = string.Concat(Enumerable.Repeat("""{"child":""", depth - 1)) + "{}" + new string('}', depth - 1);
        Assert.That(Read(json, out string? error) == json, Is.EqualTo(isAccepted), error);
        Assert.That(FlatcJson.OfJson(Schema, Root, [Encoding.UTF8.GetBytes(json)])[0].Error is null, Is.EqualTo(isAccepted));
    }

    [Test]
    public void Invalid_Unicode_is_rejected_by_the_reader_and_replaced_by_the_writer()
    {
        Assert.That(() => Schema.FromJson(Root, "{\"text\":\"\ud800\"}"), Throws.InstanceOf<JsonException>());
        Assert.That(() => Schema.FromJson(Root, [.. "{\"text\":\""u8, 0xFF, .. "\"}"u8]), Throws.InstanceOf<JsonException>());
        Assert.That(() => Schema.FromJson(Root, [.. "{\"leaf\":\""u8, 0xFF, .. "\"}"u8]), Throws.InstanceOf<JsonException>(), "an object is expected");
        byte[] payload = Message.FromJson("""{"text":"abc"}""");
        payload[payload.AsSpan().IndexOf("abc"u8) + 1] = 0xFF;
        Assert.That(Message.ToJson(payload), Is.EqualTo("""{"text":"a\uFFFDc"}"""));
    }

    // flatc accepts vectors of unions and of types that have different numbers of elements. Verifiers reject such a payload.
    private static string Unverified(byte[] payload)
    {
        ArrayBufferWriter<byte> text = new();
        using (Utf8JsonWriter writer = new(text))
        {
            new PayloadJsonWriter(writer).Write(payload, Message);
        }

        return Encoding.UTF8.GetString(text.WrittenSpan);
    }

    // Returns the JSON of the payload that was written, or null if the text is rejected.
    private static string? Read(string json, out string? error)
    {
        try
        {
            error = null;
            return Message.ToJson(Message.FromJson(json));
        }
        catch (JsonException exception)
        {
            error = exception.Message;
            return null;
        }
    }
}

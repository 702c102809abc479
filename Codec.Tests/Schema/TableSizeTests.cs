namespace Codec.Tests.Schema;

/// <summary>
/// Tests the limit of a table's size, which a vtable stores in 16 bits: a table within it is written correctly, and a larger one is rejected in both languages.
/// </summary>
public sealed class TableSizeTests
{
    // The table has the offset to its vtable, the struct, an int and the offset of a string: 65,532 bytes.
    private const string Largest = "struct Block { x:[ulong:8190]; }\ntable Large { block:Block; number:int; text:string; }\n";

    [TestCase(8191, "")]
    [TestCase(8192, "CODEC062@1:7")]
    public void A_table_with_more_fields_than_its_vtable_can_describe_is_rejected(int count, string places)
    {
        string fields = string.Concat(Enumerable.Range(0, count).Select(i => string.Create(CultureInfo.InvariantCulture, $" f{i}:ulong;")));
        AssertPlaces($"table Wide {{{fields} }}", places, places.Replace("CODEC062", "CODEC072", StringComparison.Ordinal));
    }

    [TestCase("struct A { x:[ulong:8192]; }\ntable T { a:A; b:int; c:string; }", "CODEC062@2:7", "CODEC072@2:7")]
    [TestCase("struct A { x:[ubyte:65531]; }\ntable T { a:A; }", "", "")]
    [TestCase("struct A { x:[ubyte:65532]; }\ntable T { a:A; }", "CODEC062@2:7", "CODEC072@2:7")]
    [TestCase("struct A { x:[ulong:65535]; }\nstruct B { x:[A:4000]; }\ntable T { a:B; b:B; c:B; }", "CODEC062@1:8 CODEC062@2:8 CODEC062@3:7", "CODEC072@3:7")]
    [TestCase("struct A { x:[ulong:8192]; }\ntable T { a:A (deprecated); b:[A]; }", "", "")]
    [TestCase("table T { a:string (offset64);\n b:[ubyte] (vector64); c:int; }", "CODEC062@1:11 CODEC062@2:2", "CODEC072@1:11 CODEC072@2:2")]
    public void A_table_that_cannot_be_written_is_rejected(string text, string places, string placesInCpp) => AssertPlaces(text, places, placesInCpp);

    // If the stack is too small, the process of the tests ends.
    [Test]
    public void The_largest_struct_is_compared_on_a_stack_of_1_MiB()
    {
        const string Text = """
            attribute "csharp_equality";
            struct Part { x:[ulong:1024]; }
            struct Block (csharp_equality) { parts:[Part:8]; }
            """;
        Type block = InMemoryCompilation.Load("Blocks", CSharpEmitter.Emit(SchemaText.Model(("block.fbs", Text))).Select(file => file.Text)).GetType("Block")!;
        object left = Activator.CreateInstance(block)!;
        object right = Activator.CreateInstance(block)!;
        object[] results = [];
        Thread thread = new(
            () => results = [left.Equals(right), left.GetHashCode() == right.GetHashCode(), left.ToString() == right.ToString(), Equal(left, right)],
            maxStackSize: 1 << 20);
        thread.Start();
        thread.Join();
        Assert.That(results, Is.EqualTo((object[])[true, true, true, true]));
    }

    private static object Equal(object left, object right) => left.GetType().GetMethod("op_Equality")!.Invoke(null, [left, right])!;

    [Test]
    public void The_largest_table_round_trips()
    {
        SchemaResult result = CSharpEmitter.Check(SchemaText.Compile(Largest));
        PlainType large = new(InMemoryCompilation.Load("Large", CSharpEmitter.Emit(result.Model!).Select(file => file.Text)).GetType("Large")!);
        foreach (byte[] payload in (byte[][])[Payload(large, isFull: true), Payload(large, isFull: false)])
        {
            Assert.That(large.Verify(payload), Is.True);
            object read = large.Read(payload)!;
            Assert.That((ValueOf(read, "Number"), ValueOf(read, "Text")), Is.EqualTo(((object)7, (object)"behind")));
            Assert.That(large.Write(read), Is.EqualTo(payload));
        }
    }

    private static void AssertPlaces(string text, string places, string placesInCpp)
    {
        SchemaResult compiled = SchemaText.Compile(text);
        Assert.That(SchemaText.Places(CSharpEmitter.Check(compiled)), Is.EqualTo(places));
        Assert.That(SchemaText.Places(CppMessageEmitter.Check(compiled, CppOptions.Default)), Is.EqualTo(placesInCpp));
    }

    private static byte[] Payload(PlainType large, bool isFull)
    {
        object value = Activator.CreateInstance(large.Type)!;
        Property(value, "Number").SetValue(value, 7);
        Property(value, "Text").SetValue(value, "behind");
        if (isFull)
        {
            object block = Activator.CreateInstance(large.Type.Assembly.GetType("Block")!)!;
            block.GetType().GetMethod("SetX")!.Invoke(block, [8189, ulong.MaxValue]);
            Property(value, "Block").SetValue(value, block);
        }

        return large.Write(value);
    }

    private static object? ValueOf(object value, string name) => Property(value, name).GetValue(value);

    private static PropertyInfo Property(object value, string name) => value.GetType().GetProperty(name)!;
}

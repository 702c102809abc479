namespace Codec.Tests.Interpreter;

/// <summary>Compares the schema of a file with that of its binary schema, which flatc wrote.</summary>
internal sealed class BinarySchemaTextTests : TestFolderFixture
{
    private const int ValuesPerTable = 4;

    // Binary schemas have no default strings, which coverage.fbs and dialect.fbs use.
    private static IEnumerable<string> Files =>
    [
        "schemas/packed.fbs", "schemas/bench/monster.fbs", "schemas/coverage/keywords.fbs",
        "Codec.Tests/GeneratedCode/Schemas/limits.fbs", "Codec.Tests/GeneratedCode/Schemas/keys.fbs",
    ];

    [TestCaseSource(nameof(Files))]
    public void A_binary_schema_is_read_as_the_text_from_which_it_was_made(string file)
    {
        PayloadSchema binary = PayloadSchema.Load(Binary(Repository.PathOf(file)));
        PayloadSchema text = PayloadSchema.Load(Repository.PathOf(file), Repository.PathOf("schemas"));
        JsonSchema schema = JsonSchema.OfFile(file.Split('/'));
        Random random = new(RandomCases.Seed());
        Assert.That(binary.Messages.Select(Describe), Is.EquivalentTo(text.Messages.Select(Describe)));
        foreach (string table in schema.Model.Tables.Select(table => table.FullName))
        {
            for (int i = 0; i < ValuesPerTable; i++)
            {
                byte[] payload = JsonSchema.Payload(schema.Fill(table, random));
                Assert.That(binary[table].Verify(payload), Is.EqualTo(text[table].Verify(payload)), table);
                if (text[table].Verify(payload))
                {
                    string json = text[table].ToJson(payload);
                    Assert.That(binary[table].ToJson(payload), Is.EqualTo(json));
                    Assert.That(binary[table].FromJson(json), Is.EqualTo(text[table].FromJson(json)), json);
                    Assert.That(binary[table].Explain(payload), Is.EqualTo(text[table].Explain(payload)));
                }
            }
        }
    }

    // flatc writes 0 for such a default.
    [Test]
    public void An_enum_whose_default_is_above_the_largest_long_is_optional()
    {
        string file = InFolder("wide.fbs");
        File.WriteAllText(file, "enum Wide:ulong { One = 1, Most = 18446744073709551615 } table T { wide:Wide = Most; other:Wide = One; }");
        PayloadMessage message = PayloadSchema.Load(Binary(file))["T"];
        Assert.That(message.ToJson(message.FromJson("""{"wide":"Most","other":"One"}""")), Is.EqualTo("""{"wide":"Most"}"""));
    }

    [Test]
    public void A_mutant_of_a_binary_schema_is_read_or_rejected()
    {
        Random random = new(RandomCases.Seed());
        byte[] original = File.ReadAllBytes(Binary(Repository.PathOf("schemas", "game.fbs")));
        int accepted = 0;
        for (int i = 0; i < RandomCases.Count(100); i++)
        {
            byte[] mutant = [.. original];
            mutant[random.Next(mutant.Length)] = (byte)random.Next(256);
            try
            {
                PayloadSchema.Read(mutant);
                accepted++;
            }
            catch (FormatException)
            {
                // Rejected as documented.
            }
        }

        Assert.That(accepted, Is.GreaterThan(0));
    }

    [Test]
    public void Other_bytes_are_rejected([Values("", "AAAABFBS")] string text) => Assert.That(
        () => PayloadSchema.Read(System.Text.Encoding.ASCII.GetBytes(text)), Throws.InstanceOf<FormatException>().With.Message.StartsWith("The bytes are not a binary schema: "));

    private static string Describe(PayloadMessage message) => $"{message.FullName} {message.PacketId} {message.IsPacked} {message.MaxSize} {message.TableLimit} {message.FirstDepth}";

    private string Binary(string path)
    {
        FlatcTool.Run("flatc.mjs", ["-o", Folder, "-b", "--schema", "--bfbs-builtins", "-I", "schemas", "-I", "schemas/coverage", path.StartsWith(Repository.PathOf("schemas"), StringComparison.Ordinal) ? Path.GetRelativePath(Repository.Root, path) : path]);
        return Path.Combine(Folder, Path.ChangeExtension(Path.GetFileName(path), ".bfbs"));
    }
}

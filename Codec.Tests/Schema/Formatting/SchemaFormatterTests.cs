using System.Collections;
using Codec.Schema.Format;

namespace Codec.Tests.Schema.Formatting;

/// <summary>Tests the canonical format of schemas.</summary>
internal sealed class SchemaFormatterTests
{
    private const int RandomSchemas = 60;

    private static IEnumerable<string> Corpus => SchemaCorpus.Accepted;

    [Test]
    public void The_schemas_of_this_repository_are_formatted() => Assert.Multiple(() =>
    {
        foreach (string file in Repository.Files("schemas", "*.fbs"))
        {
            byte[] content = File.ReadAllBytes(Repository.PathOf(file));
            Assert.That(Encoding.UTF8.GetString(Format(content)), Is.EqualTo(Encoding.UTF8.GetString(content).ReplaceLineEndings("\n")), file);
        }
    });

    [TestCaseSource(nameof(Corpus))]
    public void Formatting_preserves_the_meaning_of_the_corpus(string name)
    {
        byte[] content = Encoding.UTF8.GetBytes(SchemaCorpus.TextOf(name));
        byte[] formatted = Format(content);
        string path = Repository.PathOf("Codec.Tests", "Schema", "Corpus", name + ".fbs");
        path = File.Exists(path) ? path : Repository.PathOf("Codec.Tests", "Schema", "Corpus", "section.fbs");
        Assert.That(Meaning(path, formatted), Is.EqualTo(Meaning(path, content)), () => Encoding.UTF8.GetString(formatted));
        Assert.That(Format(formatted), Is.EqualTo(formatted), () => Encoding.UTF8.GetString(formatted));
    }

    [Test]
    public void Formatting_preserves_the_meaning_and_the_comments_of_random_schemas()
    {
        Random random = new(RandomCases.Seed());
        for (int i = 0; i < RandomSchemas; i++)
        {
            string text = new RandomSchemaText(new Random(random.Next())).Write("Some");
            byte[] plain = Format(Encoding.UTF8.GetBytes(text));
            (string untidy, string[] comments) = Untidy(text, random);
            byte[] formatted = Format(Encoding.UTF8.GetBytes(untidy));
            string result = Encoding.UTF8.GetString(formatted);
            Assert.That(Meaning("/random.fbs", formatted), Is.EqualTo(Meaning("/random.fbs", plain)), untidy);
            Assert.That(Format(formatted), Is.EqualTo(formatted), untidy);
            int at = 0;
            foreach (string comment in comments)
            {
                at = result.IndexOf(comment, at, StringComparison.Ordinal);
                Assert.That(at, Is.GreaterThanOrEqualTo(0), () => $"{comment} is missing or moved in:\n{result}");
            }
        }
    }

    [Test]
    public void Layout()
    {
        const string Text = "\uFEFF\r\n\r\n//first  \r\ninclude   'a.fbs' ;include \"b.fbs\";\r\n\r\n\r\nnamespace A . B;attribute\"x\";/* block\r\n  text */enum E:ubyte(bit_flags){A,B=3}"
            + "union U{A.B.T ,Other : T}\ntable T(packet_id:1,x){//head\n\n\nx : int=5(key,id :0);\n/// doc  \n"
            + "y:[ int ] ;// why\n\n\n// last\n}\nstruct S{a:[int : 3];}rpc_service R{\nGo( T ):T(streaming:\"none\");}\ntable None{}\ntable D { f:float=rad( 180 )(deprecated); g:double = -nan; }\nroot_type\nT;\n// end\n\n\n";
        const string Expected = """
            //first
            include 'a.fbs';
            include "b.fbs";

            namespace A.B;
            attribute "x"; /* block
              text */
            enum E:ubyte (bit_flags) { A, B = 3 }
            union U { A.B.T, Other:T }

            table T (packet_id: 1, x) { //head
              x:int = 5 (key, id: 0);
              /// doc  
              y:[int]; // why

              // last
            }

            struct S {
              a:[int:3];
            }

            rpc_service R {
              Go(T):T (streaming: "none");
            }

            table None {}

            table D {
              f:float = rad(180) (deprecated);
              g:double = -nan;
            }

            root_type T;
            // end

            """;
        Assert.That(Encoding.UTF8.GetString(Format(Encoding.UTF8.GetBytes(Text))), Is.EqualTo(Expected));
        Assert.That(Encoding.UTF8.GetString(Format(Encoding.UTF8.GetBytes(Expected))), Is.EqualTo(Expected));
    }

    [Test]
    [MaxTime(20_000)]
    public void A_union_with_many_members_is_formatted_in_linear_time()
    {
        // In quadratic time, this takes many minutes.
        string[] members = [.. Enumerable.Range(0, 100_000).Select(i => $"M{i}:T")];
        string formatted = Encoding.UTF8.GetString(Format(Encoding.UTF8.GetBytes($"table T {{}} union U:uint {{ {string.Join(',', members)} }}")));
        Assert.That(formatted, Is.EqualTo($"table T {{}}\n\nunion U:uint {{\n  {string.Join(",\n  ", members)}\n}}\n"));
    }

    [TestCase("/* a\r\r\nb */\ntable T {}", "/* a\n\nb */\ntable T {}\n")]
    [TestCase("/* a\rb */ table T {}", "/* a\nb */ table T {}\n")]
    public void Every_line_ending_in_a_block_comment_becomes_a_line_feed(string text, string expected)
    {
        byte[] formatted = Format(Encoding.UTF8.GetBytes(text));
        Assert.That(Encoding.UTF8.GetString(formatted), Is.EqualTo(expected));
        Assert.That(Format(formatted), Is.EqualTo(formatted));
    }

    [Test]
    public void Only_comments_are_before_a_documentation_comment_on_its_line()
    {
        byte[] formatted = Format("table T { x:\n /* a */ /// doc\n int; }"u8.ToArray());
        Assert.That(Encoding.UTF8.GetString(formatted), Is.EqualTo("table T {\n  x:\n      /* a */ /// doc\n      int;\n}\n"));
        Assert.That(Format(formatted), Is.EqualTo(formatted));
    }

    [Test]
    public void Formatting_preserves_the_bytes_of_comments()
    {
        byte[] content = [.. "// "u8, 0xFF, 0xE4, .. "\ntable T { x:int; }"u8];
        Assert.That(Format(content), Is.EqualTo((byte[])[.. "// "u8, 0xFF, 0xE4, .. "\ntable T {\n  x:int;\n}\n"u8]));
    }

    [Test]
    public void Syntax_errors_are_reported_as_diagnostics()
    {
        Assert.That(SchemaFormatter.Format("a.fbs", "table T {"u8.ToArray(), out SchemaResult result), Is.Null);
        Assert.That(result.Diagnostics.Select(diagnostic => diagnostic.Rule), Has.Member(SchemaRule.UnexpectedToken));
        Assert.That(() => SchemaFormatter.Format("a.fbs", null!, out _), Throws.ArgumentNullException);
        foreach (string name in SchemaCorpus.Rejected)
        {
            Assert.That(() => SchemaFormatter.Format("a.fbs", Encoding.UTF8.GetBytes(SchemaCorpus.TextOf(name)), out _), Throws.Nothing, name);
        }
    }

    private static byte[] Format(byte[] content)
    {
        byte[]? formatted = SchemaFormatter.Format("a.fbs", content, out SchemaResult result);
        return formatted ?? throw new InvalidOperationException(SchemaText.Messages(result));
    }

    // Returns everything in the model except locations: types, values, attributes and documentation comments.
    private static string Meaning(string path, byte[] content)
    {
        string[] folders = [Repository.PathOf("schemas"), Repository.PathOf("schemas", "coverage"), Path.GetDirectoryName(path)!];
        SchemaResult result = SchemaCompiler.Compile([SchemaSource.Decode(path, content)], SchemaText.Read, folders);
        Assert.That(result.Model, Is.Not.Null, () => $"{SchemaText.Messages(result)}\n{Encoding.UTF8.GetString(content)}");
        StringBuilder text = new();
        Append(text, result.Model);
        return text.ToString();
    }

    private static void Append(StringBuilder text, object? value)
    {
        switch (value)
        {
            case null or SourceSpan:
                break;
            case string or ScalarValue or IConvertible:
                text.AppendLine(CultureInfo.InvariantCulture, $"{value}");
                break;
            case IEnumerable items:
                foreach (object item in items)
                {
                    Append(text.AppendLine("-"), item);
                }

                break;
            default:
                foreach (PropertyInfo property in value.GetType().GetProperties())
                {
                    Append(text.Append(property.Name).Append(": "), property.GetValue(value));
                }

                break;
        }
    }

    /// <summary>Replaces whitespace outside of strings with other whitespace and comments, and returns the text and the comments.</summary>
    private static (string Text, string[] Comments) Untidy(string text, Random random)
    {
        StringBuilder untidy = new();
        List<string> comments = [];
        bool isText = false;
        foreach (char c in text)
        {
            isText ^= c == '"';
            if (isText || c is not (' ' or '\n'))
            {
                untidy.Append(c);
                continue;
            }

            string comment = $"comment {comments.Count} end";
            string[] choices = [" ", "\n", "\r\n\t", "\n\n\n", $" // {comment}\n", $"\n// {comment}\r\n", $" /* {comment} */ ", $"\n/* {comment}\n */\n\n", $"\n\n// {comment}\n\n"];
            string chosen = choices[random.Next(random.Next(4) == 0 ? choices.Length : 4)];
            untidy.Append(chosen);
            if (chosen.Contains(comment, StringComparison.Ordinal))
            {
                comments.Add(comment);
            }
        }

        return (untidy.ToString(), [.. comments]);
    }
}

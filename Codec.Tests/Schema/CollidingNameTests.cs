namespace Codec.Tests.Schema;

/// <summary>
/// Tests random names that can collide: a schema that flatc accepts either compiles or has a diagnostic that names both declarations.
/// </summary>
internal sealed class CollidingNameTests
{
    private static readonly int Schemas = RandomCases.Count("CODEC_NAME_SCHEMAS", 30);

    // Types, members of generated types, keywords, namespaces, aliases, and types of the framework and of the library.
    private static readonly string[] Types =
    [
        "A", "AView", "AVector", "AVectorView", "AWriter", "ACodec", "ALayout", "AHandler", "ARegistration", "AValue", "View", "VectorView", "Writer",
        "VectorWriter", "Layout", "Kind", "Handler", "Enumerator", "Sys_", "Wire_", "Jit_", "Edit_", "Payloads_", "Packets_", "Dispatch_", "Framing_", "String", "Span",
        "ReadOnlySpan", "Object", "Int32", "FieldList", "PayloadWriter", "PacketRoutes", "GeneratedBytes", "TableReader", "class", "record", "var", "nint",
        "System", "Codec", "N", "M", "TState", "Value", "Type", "Read", "TryRead", "Equals", "ToString", "GetHashCode", "GetType", "ReferenceEquals", "depth",
        "value", "target", "json", "Table", "TableView", "TableWriter", "Bits", "left", "out", "char8_t", "constinit",
    ];

    // Names that the attribute csharp_name sets: keywords, and names of parameters, local variables and private members of generated code.
    private static readonly string[] Names =
    [
        "event", "field", "depth", "text", "hash", "other", "json", "value", "type", "left", "right", "payload", "view", "root", "output", "elements", "i",
        "target", "budget", "destination", "written", "state", "message", "handler", "a", "aValue", "r", "_table", "_value", "_slots", "_shared", "_slot",
        "_typeSlot", "_", "__a", "A", "View", "Value", "Type", "TState",
    ];

    private static readonly string[] Fields =
    [
        "at", "get", "verify", "packet_id", "is_present", "view", "vector_view", "writer", "layout", "handler", "kind", "type", "value", "read", "try_read",
        "try_write", "write", "try_create", "try_create_verified", "to_object", "try_copy_to", "count", "begin", "add", "to_string", "equals", "get_hash_code",
        "get_type", "has_a", "a", "a_utf8", "a_type", "a_root", "has_a_utf8", "sys", "wire", "origin", "end", "slot", "shape", "shared", "table", "message",
        "depth", "mode", "size", "class", "string", "byte_size", "get_a", "set_a", "from_json", "max_size", "identifier", "is_flat", "_", "__", "A", "View", "TableView",
        "TableWriter", "out", "char8_t", "consteval", "co_await", "concept", "requires", "assert", "errno", "NULL",
    ];

    private static readonly string[] Namespaces = ["", "N", "M", "N.M", "System", "Codec", "Sys_", "Wire_", "A", "Codec.Payloads", "N.System"];

    [Test]
    public void Accepted_schemas_compile_and_error_messages_contain_both_colliding_names()
    {
        int seed = (int)(RandomCases.Number("CODEC_NAME_SEED") ?? 20261122);
        TestContext.Out.WriteLine($"seed {seed}");
        int compiled = 0;
        for (int i = 0; i < Schemas; i++)
        {
            string text = Draw(new Random(seed + i));
            SchemaResult parsed = SchemaText.Compile(text);
            if (parsed.Model is null)
            {
                // flatc rejects the schema too, for example if a field has the name of a table.
                continue;
            }

            SchemaResult result = CSharpEmitter.Check(parsed);
            if (result.Model is null)
            {
                foreach (SchemaDiagnostic error in result.Diagnostics.Where(diagnostic => diagnostic.Rule.Severity == SchemaSeverity.Error))
                {
                    Assert.That(error.Message.Count(c => c == '\''), Is.GreaterThanOrEqualTo(4), error.Message);
                }

                continue;
            }

            compiled++;
            CSharpOptions options = new() { Equality = true };
            IReadOnlyList<Diagnostic> warnings = InMemoryCompilation.Diagnose(CSharpEmitter.Emit(result.Model, options).Select(file => file.Text), LanguageVersion.CSharp9);
            Assert.That(warnings, Is.Empty, text);
        }

        TestContext.Out.WriteLine($"{compiled} of {Schemas} compiled");
        Assert.That(compiled, Is.GreaterThan(Schemas / 8));
    }

    private static string Draw(Random random)
    {
        StringBuilder text = new("attribute \"packet_id\";\nattribute \"csharp_name\";\n");
        HashSet<string> taken = [];
        List<string> tables = [];
        List<string> structs = [];
        List<string> unions = [];
        for (int i = 0; i < 6; i++)
        {
            // Two thirds use a harmless namespace. Otherwise, few schemas would compile.
            string scope = random.Next(3) > 0 ? "N" : Namespaces[random.Next(Namespaces.Length)];
            text.Append(CultureInfo.InvariantCulture, $"namespace {scope};\n");
            for (int j = 0; j < 2; j++)
            {
                string name = Types[random.Next(Types.Length)];
                string full = scope.Length == 0 ? name : $"{scope}.{name}";
                if (!taken.Add(full))
                {
                    continue;
                }

                string packet = random.Next(2) == 0 ? "" : $"packet_id: {taken.Count}";
                string own = random.Next(6) == 0 ? Name(random) : "";
                switch (random.Next(4))
                {
                    case 0:
                        text.Append(CultureInfo.InvariantCulture, $"struct {name}{Attributes(packet, own)} {{ {Members(random, ["int", "bool", "[int:2]", "[bool:3]"])} }}\n");
                        structs.Add(full);
                        break;
                    case 1:
                        text.Append(CultureInfo.InvariantCulture, $"enum {name}:byte{Attributes(own)} {{ A, View, value, class }}\n");
                        break;
                    case 2 when tables.Count > 1:
                        text.Append(CultureInfo.InvariantCulture, $"union {name}{Attributes(own)} {{ {Types[random.Next(6)]}:{tables[0]}{Attributes(random.Next(3) == 0 ? Name(random) : "")}, r:{tables[1]}, Text:string, TextUtf8:string }}\n");
                        unions.Add(full);
                        break;
                    default:
                        List<string> types = ["int", "int = null", "bool = true", "string", "[int]", "[string]", .. tables, .. structs, .. tables.Select(table => $"[{table}]")];
                        types.AddRange(unions.SelectMany(union => new[] { union, $"[{union}]" }));
                        types.AddRange(tables.Select(table => $"[ubyte]nested_flatbuffer: \"{table}\""));
                        text.Append(CultureInfo.InvariantCulture, $"table {name}{Attributes(packet, own)} {{ {Members(random, [.. types])} }}\n");
                        tables.Add(full);
                        break;
                }
            }
        }

        return text.ToString();
    }

    private static string Members(Random random, string[] types) => string.Join(
        " ", Fields.OrderBy(_ => random.Next()).Take(random.Next(1, 14)).Select(field => Member(random, field, types[random.Next(types.Length)])));

    // The type may be followed by an attribute.
    private static string Member(Random random, string field, string type)
    {
        int end = type.IndexOf("nested_flatbuffer", StringComparison.Ordinal);
        string attribute = end < 0 ? "" : type[end..];
        return $"{field}:{(end < 0 ? type : type[..end])}{Attributes(attribute, random.Next(3) == 0 ? Name(random) : "")};";
    }

    private static string Name(Random random) => $"csharp_name: \"{Names[random.Next(Names.Length)]}\"";

    private static string Attributes(params string[] attributes)
    {
        string text = string.Join(", ", attributes.Where(attribute => attribute.Length > 0));
        return text.Length == 0 ? "" : $" ({text})";
    }
}

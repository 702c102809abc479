using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;
using Codec.Schema;
using Codec.Schema.CSharp;
using Codec.Schema.Diagnostics;
using Codec.Tests.GeneratedCode;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using NUnit.Framework;

namespace Codec.Tests.Schema;

/// <summary>
/// Tests random names that can collide: a schema that flatc accepts either compiles or has a diagnostic that names both declarations.
/// </summary>
[TestFixture]
internal sealed class CollidingNameTests
{
    private static readonly int Schemas = RandomCases.Count(80);

    // Types, members of generated types, keywords, namespaces, aliases, and types of the framework and of the library.
    private static readonly string[] Types =
    [
        "A", "AView", "AVector", "AVectorView", "AWriter", "ACodec", "ALayout", "AHandler", "ARegistration", "AValue", "View", "VectorView", "Writer",
        "VectorWriter", "Layout", "Kind", "Handler", "Enumerator", "Sys", "Wire", "Jit", "Edit", "Payloads", "Packets", "Dispatch", "Framing", "String", "Span",
        "ReadOnlySpan", "Object", "Int32", "FieldList", "PayloadWriter", "PacketRoutes", "GeneratedBytes", "TableReader", "class", "record", "var", "nint",
        "System", "Codec", "N", "M",
    ];

    private static readonly string[] Fields =
    [
        "at", "get", "verify", "packet_id", "is_present", "view", "vector_view", "writer", "layout", "handler", "kind", "type", "value", "read", "try_read",
        "try_write", "write", "try_create", "try_create_verified", "to_object", "try_copy_to", "count", "begin", "add", "to_string", "equals", "get_hash_code",
        "get_type", "has_a", "a", "a_utf8", "a_type", "a_root", "has_a_utf8", "sys", "wire", "origin", "end", "slot", "shape", "shared", "table", "message",
        "depth", "mode", "size", "class", "string", "byte_size", "get_a", "set_a", "from_json", "max_size", "identifier", "is_flat", "_", "__", "A", "View",
    ];

    private static readonly string[] Namespaces = ["", "N", "M", "N.M", "System", "Codec", "Sys", "Wire", "A", "Codec.Payloads", "N.System"];

    [Test]
    public void Accepted_schemas_compile_and_error_messages_contain_both_colliding_names()
    {
        int seed = 20261122;
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
        StringBuilder text = new("attribute \"packet_id\";\n");
        HashSet<string> taken = [];
        List<string> tables = [];
        List<string> structs = [];
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

                switch (random.Next(4))
                {
                    case 0:
                        text.Append(CultureInfo.InvariantCulture, $"struct {name} {{ {Members(random, ["int", "bool", "[int:2]", "[bool:3]"])} }}\n");
                        structs.Add(full);
                        break;
                    case 1:
                        text.Append(CultureInfo.InvariantCulture, $"enum {name}:byte {{ A, View, value, class }}\n");
                        break;
                    case 2 when tables.Count > 1:
                        text.Append(CultureInfo.InvariantCulture, $"union {name} {{ {Types[random.Next(6)]}:{tables[0]}, r:{tables[1]}, Text:string, TextUtf8:string }}\n");
                        break;
                    default:
                        List<string> types = ["int", "int = null", "bool = true", "string", "[int]", "[string]", .. tables, .. structs, .. tables.Select(table => $"[{table}]")];
                        string packet = random.Next(2) == 0 ? "" : $" (packet_id: {taken.Count})";
                        text.Append(CultureInfo.InvariantCulture, $"table {name}{packet} {{ {Members(random, [.. types])} }}\n");
                        tables.Add(full);
                        break;
                }
            }
        }

        return text.ToString();
    }

    private static string Members(Random random, string[] types) => string.Join(
        " ", Fields.OrderBy(_ => random.Next()).Take(random.Next(1, 14)).Select(field => $"{field}:{types[random.Next(types.Length)]};"));
}

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using NUnit.Framework;

namespace Codec.Unity.Editor.Tests
{
    /// <summary>Tests the schema compiler inside the editor.</summary>
    public sealed class SchemaCompilationTests
    {
        private string _folder;

        [SetUp]
        public void CreateFolder()
        {
            _folder = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName()).Replace('\\', '/');
            Directory.CreateDirectory(_folder);
        }

        [TearDown]
        public void DeleteFolder() => Directory.Delete(_folder, true);

        [Test]
        public void A_schema_becomes_CSharp_without_the_types_of_included_files()
        {
            Put("shared.fbs", "struct Vec3 { x:float; y:float; z:float; }");
            string schema = Put("game.fbs", "include \"packets.fbs\"; include \"sub/../shared.fbs\"; table Move (packet_id: 7) { position:Vec3; }");
            Directory.CreateDirectory(_folder + "/sub");

            SchemaCompilation compilation = SchemaCompilation.Of(schema);

            Assert.That(compilation.Diagnostics, Is.Empty);
            Assert.That(compilation.Includes, Is.EqualTo(new[] { _folder + "/packets.fbs", _folder + "/shared.fbs" }));
            Assert.That(compilation.Files.Select(file => file.Name), Does.Contain("Move.g.cs").And.No.Member("Vec3.g.cs"));
        }

        [Test]
        public void A_missing_include_is_listed_so_that_its_creation_imports_the_schema_again()
        {
            string schema = Put("game.fbs", "include \"shared.fbs\"; table Move { x:int; }");

            SchemaCompilation compilation = SchemaCompilation.Of(schema);

            Assert.That(compilation.IsSuccess, Is.False);
            Assert.That(compilation.Includes, Is.EqualTo(new[] { _folder + "/shared.fbs" }));
        }

        [Test]
        public void Unchanged_files_are_not_rewritten_and_files_of_removed_types_are_deleted()
        {
            string output = _folder + "/game.generated";
            string schema = Put("game.fbs", "table A { x:int; } table B { x:int; }");
            Assert.That(Write(schema, output), Is.EqualTo(3));
            Assert.That(Write(schema, output), Is.Zero);
            File.WriteAllText(output + "/Mine.g.cs", "// not generated");

            Put("game.fbs", "table A { x:int; }");
            Assert.That(Write(schema, output), Is.EqualTo(1));

            Assert.That(Directory.GetFiles(output).Select(Path.GetFileName), Is.EquivalentTo(new[] { "A.g.cs", "Codec.Schemas.ProtocolHash.Game.g.cs", "Mine.g.cs" }));
        }

        [Test]
        public void A_type_whose_name_changes_only_in_case_keeps_one_file()
        {
            string output = _folder + "/game.generated";
            string schema = Put("game.fbs", "table chat { x:int; }");
            Write(schema, output);

            Put("game.fbs", "table Chat { x:int; }");
            Write(schema, output);

            string file = Directory.GetFiles(output).Single(path => string.Equals(Path.GetFileName(path), "Chat.g.cs", StringComparison.OrdinalIgnoreCase));
            Assert.That(File.ReadAllText(file), Does.Contain("class Chat"));
        }

        [Test]
        public void A_file_that_cannot_be_written_is_shown_and_the_others_are_written()
        {
            string output = _folder + "/game.generated";
            string schema = Put("game.fbs", "table A { x:int; } table B { x:int; }");
            Directory.CreateDirectory(output + "/A.g.cs");
            List<string> errors = new List<string>();

            Assert.That(SchemaCompilation.Of(schema).WriteTo(output, errors.Add), Is.EqualTo(2));

            Assert.That(errors, Has.Count.EqualTo(1));
            Assert.That(errors[0], Does.Contain("A.g.cs' cannot be updated; expected a file that is not read-only: "));
            Assert.That(File.Exists(output + "/B.g.cs"), Is.True);
        }

        [Test]
        public void A_schema_that_cannot_be_read_is_shown()
        {
            string schema = _folder + "/game.fbs";
            Directory.CreateDirectory(schema);
            List<string> errors = new List<string>();

            Assert.That(SchemaCompilation.TryOf(errors.Add, schema), Is.Null);

            Assert.That(errors, Has.Count.EqualTo(1));
            Assert.That(errors[0], Does.StartWith("Codec: '" + schema + "' cannot be compiled, because a file cannot be read: "));
        }

        [Test]
        public void Schemas_that_share_a_folder_keep_each_others_files()
        {
            string output = _folder + "/generated";
            string first = Put("a.fbs", "table A { x:int; } table Old { x:int; }");
            string second = Put("b.fbs", "table B { x:int; }");
            Write(first, output);
            Assert.That(Write(second, output), Is.EqualTo(2));
            Assert.That(Write(first, output), Is.Zero);

            Put("a.fbs", "table A { x:int; }");
            Assert.That(Write(first, output), Is.EqualTo(1));

            Assert.That(Directory.GetFiles(output).Select(Path.GetFileName), Is.EquivalentTo(new[]
            {
                "A.g.cs", "B.g.cs", "Codec.Schemas.ProtocolHash.A.g.cs", "Codec.Schemas.ProtocolHash.B.g.cs",
            }));
        }

        [Test]
        public void An_error_has_its_line_and_no_file_is_written()
        {
            string schema = Put("bad.fbs", "table A {\n  x:Missing;\n}\n");

            SchemaCompilation compilation = SchemaCompilation.Of(schema);

            Assert.That(compilation.IsSuccess, Is.False);
            Assert.That(SchemaConsole.TextOf(compilation.Diagnostics.Single()), Does.StartWith(schema + "(2,5): error CODEC011: ").And.EndWith(
                "\n<a href=\"" + schema + "\" line=\"2\">" + schema + ":2</a>"));
            Assert.That(compilation.WriteTo(_folder + "/bad.generated", Assert.Fail), Is.Zero);
            Assert.That(Directory.Exists(_folder + "/bad.generated"), Is.False);
        }

        [Test]
        public void Schemas_with_the_same_packet_id_are_rejected_when_compiled_together()
        {
            string first = Put("a.fbs", "include \"packets.fbs\"; table A (packet_id: 1) { x:int; }");
            string second = Put("b.fbs", "include \"packets.fbs\"; table B (packet_id: 1) { x:int; }");
            Assert.That(SchemaCompilation.Of(first).IsSuccess && SchemaCompilation.Of(second).IsSuccess, Is.True);
            Assert.That(SchemaCompilation.Of(first, second).IsSuccess, Is.False);
        }

        [Test]
        public void Schemas_with_the_same_file_name_are_a_warning_when_compiled_together()
        {
            Directory.CreateDirectory(_folder + "/lobby");
            Directory.CreateDirectory(_folder + "/match");
            string first = Put("lobby/messages.fbs", "table A { x:int; }");
            string second = Put("match/messages.fbs", "table B { x:int; }");
            Assert.That(SchemaCompilation.Of(first, second).Diagnostics.Select(diagnostic => diagnostic.Rule.Id), Is.EqualTo(new[] { "CODEC084" }));
        }

        [Test]
        public void An_identifier_for_a_table_of_another_schema_is_a_warning_because_the_CSharp_of_the_table_lacks_it()
        {
            string login = Put("login.fbs", "table Login { x:int; }");
            string main = Put("main.fbs", "include \"login.fbs\"; table Main { x:int; } root_type Login; file_identifier \"LOGN\";");
            Assert.That(SchemaCompilation.Of(main).Diagnostics.Select(diagnostic => diagnostic.Rule.Id), Is.EqualTo(new[] { "CODEC086" }));

            Put("login.fbs", "table Login { x:int; } root_type Login; file_identifier \"LOGN\";");
            Assert.That(SchemaCompilation.Of(main).Diagnostics, Is.Empty);
            Assert.That(SchemaCompilation.Of(login).Diagnostics, Is.Empty);
        }

        private static int Write(string schema, string output) => SchemaCompilation.Of(schema).WriteTo(output, Assert.Fail);

        private string Put(string name, string text)
        {
            string path = _folder + "/" + name;
            File.WriteAllText(path, text);
            return path;
        }
    }
}

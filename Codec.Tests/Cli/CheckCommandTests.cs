namespace Codec.Tests.Cli;

/// <summary>Tests the command <c>codec check</c>: exit codes, messages and git revisions.</summary>
internal sealed class CheckCommandTests : TestFolderFixture
{
    private const string Old = "table T {\n  a:int;\n  b:int = 1;\n}\n";
    private const string New = "table T {\n  a:int;\n  b:int = 2;\n}\n";

    private const string Nothing = "no breaking changes: 0 packets, 0 changes that are safe\n";
    private const string OneAdded = "no breaking changes: 0 packets, 1 change that is safe\n";

    // git makes its objects read-only. Windows does not delete read-only files.
    [TearDown]
    public void MakeFilesWritable() => Array.ForEach(Directory.GetFiles(Folder, "*", SearchOption.AllDirectories), file => File.SetAttributes(file, FileAttributes.Normal));

    [Test]
    public void Breaking_changes_are_printed_like_compiler_errors()
    {
        string old = Put("old.fbs", Old);
        string @new = Put("new.fbs", New);
        Assert.That(Check(old, @new), Is.EqualTo((1, $"""
            {@new}(3,3): FIELD_DEFAULT_CHANGED: 'b' of 'T' had the default 1, and has the default 2. [wire, json]
                3 |   b:int = 2;
                  |   ^
                    instead: Keep the default.
            1 breaking, 0 safe

            """, "")));
    }

    [Test]
    public void The_consequences_of_a_change_are_below_it()
    {
        string old = Put("old.fbs", "table T {\n  a:int;\n  b:int;\n  c:int;\n}\n");
        string @new = Put("new.fbs", "table T {\n  x:int;\n  a:int;\n  b:int;\n  c:int;\n}\n");
        Assert.That(Check(old, @new), Is.EqualTo((1, $"""
            {@new}(2,3): FIELD_INSERTED: 'x' of 'T' has the id 0, which 'a' had. [wire]
                2 |   x:int;
                  |   ^
                    instead: Add it after the other fields, or with the next free id.
                    so FIELD_ID_CHANGED: 'a' of 'T' had the id 0, and has the id 1. [wire]
                    so FIELD_ID_CHANGED: 'b' of 'T' had the id 1, and has the id 2. [wire]
                    so FIELD_ID_CHANGED: 'c' of 'T' had the id 2, and has the id 3. [wire]
            1 breaking, 0 safe

            """, "")));
        string gone = Put("gone.fbs", "include \"packets.fbs\"; table P (packet_id: 1) { x:int; } table U { p:P; }");
        Assert.That(Check(gone, Put("less.fbs", "table U { }")).Output, Does.Match(@"(?s)^[^\n]*: TYPE_REMOVED: 'P' .*so PACKET_REMOVED: .*so FIELD_REMOVED: .*\n1 breaking, 0 safe\n$"));
    }

    [Test]
    public void Changes_that_the_page_allows_do_not_fail_and_some_have_a_note()
    {
        string old = Put("old.fbs", "include \"packets.fbs\"; enum E:ubyte { a } table P (packet_id: 1, packet_max_size: 100) { t:T; e:E; } table T { x:int; }");
        string @new = Put("new.fbs", "include \"packets.fbs\"; enum E:ubyte { a, b } table P (packet_id: 1, packet_max_size: 200) { t:T; e:E; } table T { renamed:int; more:int; } table N { x:int; }");
        (int exit, string output, _) = Check(old, @new);
        Assert.That((exit, Rules([old, @new])), Is.EqualTo((0, "note FIELD_RENAMED note ENUM_VALUE_ADDED note PACKET_LIMIT_RAISED note FIELD_MAY_EXCEED_LIMIT")));
        Assert.That(output, Does.Contain("'more' of 'T' is new and makes payloads longer; old peers accept at most 100 bytes of 'P'.\n").And.EndWith("\nno breaking changes: 1 packet, 5 changes that are safe\n"));
        Assert.That(Check(old, @new, "--class", "source").Exit, Is.EqualTo(1));
    }

    [Test]
    public void JSON_has_one_line_for_each_finding()
    {
        string old = Put("old.fbs", "table T {\n  a:int;\n}\n");
        string @new = Put("new.fbs", "table T {\n  x:int;\n  a:int;\n}\n");
        (int exit, string output, _) = Check(old, @new, "--json");
        Assert.That(exit, Is.EqualTo(1));
        Assert.That(output, Does.StartWith("{\"level\":\"breaking\",\"rule\":\"FIELD_INSERTED\",\"file\":").And.EndWith("\n").And.Contain(
            "\"line\":2,\"column\":3,").And.Contain("\"consequences\":[\"FIELD_ID_CHANGED: ").And.Not.Contain("breaking, "));
        Assert.That(output.TrimEnd('\n'), Does.Not.Contain('\n'));
    }

    [Test]
    public void Rules_can_be_excluded_and_classes_can_be_selected()
    {
        string[] files = [Put("old.fbs", "table T { a:int; b:int = 1; c:int; }"), Put("new.fbs", "table T { a:int; b:int = 2; d:int; }")];
        Assert.That(Rules(files), Is.EqualTo("FIELD_DEFAULT_CHANGED note FIELD_RENAMED"));
        Assert.That(Rules([.. files, "--exclude", "FIELD_RENAMED"]), Is.EqualTo("FIELD_DEFAULT_CHANGED"));
        Assert.That(Rules([.. files, "--exclude", "FIELD_RENAMED", "--exclude", "FIELD_DEFAULT_CHANGED"]), Is.Empty);
        Assert.That(Check([.. files, "--exclude", "FIELD_RENAMED", "--exclude", "FIELD_DEFAULT_CHANGED"]).Exit, Is.Zero);
        Assert.That(Rules([.. files, "--class", "wire"]), Is.EqualTo("FIELD_DEFAULT_CHANGED"));
        Assert.That(Rules([.. files, "--class", "source"]), Is.EqualTo("FIELD_RENAMED"));
        Assert.That(Rules([.. files, "--class", "wire", "--class", "source"]), Is.EqualTo("FIELD_DEFAULT_CHANGED FIELD_RENAMED"));
    }

    [Test]
    public void An_unknown_rule_is_rejected_with_a_list_of_all_rules()
    {
        (int exit, string output, string error) = Check(Put("old.fbs", Old), Put("new.fbs", New), "--exclude", "FIELD_GONE");
        Assert.That((exit, output), Is.EqualTo((2, "")));
        Assert.That(error, Does.Contain("'FIELD_GONE'"));
        foreach (EvolutionRule rule in EvolutionRule.All)
        {
            Assert.That(error, Does.Contain(rule.Name));
        }

        Assert.That(Check(Put("old.fbs", Old), Put("new.fbs", New), "--class", "api").Error, Does.Contain("'api'; expected wire, source or json."));
    }

    [Test]
    public void Files_that_cannot_be_compared_are_reported()
    {
        string good = Put("good.fbs", Old);
        string bad = Put("bad.fbs", "table T { x:Nope; }");
        Refused([good, bad], $"{bad}(1,13): error CODEC011: ", "The new schema has errors.");
        Refused([bad, good], $"{bad}(1,13): error CODEC011: ", "The old schema has errors.");
        Refused([good, InFolder("none.fbs")], "none.fbs");
        Refused([good, ""], "the path must not be empty");
        Refused([good, good, "-I", " "], "The path of a folder to search must not be empty");
        Refused([good], "Expected two files");
        Refused([good, good, good], "Expected two files");
    }

    [Test]
    public void Included_files_of_both_schemas_are_found()
    {
        Put("1/shared.fbs", "struct S { x:int; }");
        Put("2/shared.fbs", "struct S { x:long; }");
        Put("more/more.fbs", "table M { x:int; }");
        const string Text = "include \"shared.fbs\"; include \"more.fbs\"; table T { s:S; m:M; }";
        (int exit, string output, string error) = Check(Put("1/a.fbs", Text), Put("2/a.fbs", Text), "-I", InFolder("more"));
        Assert.That((exit, error), Is.EqualTo((1, "")));
        Assert.That(output, Does.StartWith(InFolder("2/shared.fbs") + "(1,12): STRUCT_CHANGED: "));
    }

    [Test]
    public void A_Git_revision_is_compared_with_its_own_included_files()
    {
        ExternalProgram.Require("git");
        string schema = Put("schemas/game.fbs", "include \"shared.fbs\"; include \"common/all.fbs\"; table T { s:S; c:C; gone:int; }");
        string shared = Put("schemas/shared.fbs", "struct S { x:int; }");
        Put("common/all.fbs", "table C { x:int; }");
        Git("init", "-q");
        Git("add", "-A");
        Commit();
        Git("tag", "v1");
        string[] arguments = ["--against", "v1", schema, "-I", Folder];
        Assert.That(Check(arguments), Is.EqualTo((0, Nothing, "")));

        // The schema now includes another file, and the old one is deleted.
        File.Delete(shared);
        File.WriteAllText(schema, "include \"common/all.fbs\"; struct S { x:long; } table T { s:S; c:C; }");
        Put("common/all.fbs", "table C { x:int = 5; }");
        (int exit, string output, string error) = Check(arguments);
        Assert.That((exit, error), Is.EqualTo((1, "")));
        string[] lines = [.. output.Split('\n').Where(line => line.Contains("): ", StringComparison.Ordinal))];
        Assert.That(lines, Has.Length.EqualTo(3));
        Assert.That(lines[0], Does.StartWith(InFolder("common/all.fbs") + "(1,11): FIELD_DEFAULT_CHANGED: "));
        Assert.That(lines[1], Does.StartWith(schema + "(1,38): STRUCT_CHANGED: "));
        Assert.That(lines[2], Does.StartWith("v1:schemas/game.fbs(1,69): FIELD_REMOVED: "));
        Assert.That(output, Does.Contain("    1 | include \"shared.fbs\"; include \"common/all.fbs\"; table T { s:S; c:C; gone:int; }\n      |" + new string(' ', 69) + "^~~~\n"));

        string added = Put("schemas/added.fbs", "table New { x:int; }");
        Assert.That(Check("--against", "HEAD", added), Is.EqualTo((0, OneAdded, $"{added}: is new since 'HEAD'.\n")));
        Assert.That(Check([.. arguments, added]).Exit, Is.EqualTo(1), "the other file is compared");
    }

    [Test]
    public void A_schema_that_is_found_through_links_is_compared_with_its_Git_revision()
    {
        RequireLinks();
        Put("shared/schemas/game.fbs", "include \"part.fbs\"; include \"../common/all.fbs\"; table T { s:S; c:C; x:int; }");
        Put("shared/schemas/part.fbs", "struct S { x:int; }");
        Put("shared/common/all.fbs", "table C { x:int; }");
        Put("shared/schemas/other.fbs", "include \"near.fbs\"; table O { n:N; }");
        Put("client/near.fbs", "table N { x:int; }");
        Directory.CreateSymbolicLink(InFolder("client/schemas"), "../schemas");
        Directory.CreateSymbolicLink(InFolder("schemas"), "shared/schemas");
        File.CreateSymbolicLink(InFolder("client/other.fbs"), "../shared/schemas/other.fbs");
        Git("init", "-q");
        Git("add", "-A");
        Commit();
        string game = InFolder("client/schemas/game.fbs");
        string other = InFolder("client/other.fbs");
        Assert.That(Check("--against", "HEAD", game, other), Is.EqualTo((0, Nothing, "")));

        Put("shared/schemas/game.fbs", "include \"part.fbs\"; include \"../common/all.fbs\"; table T { s:S; c:C; x:long; }");
        Put("shared/schemas/part.fbs", "struct S { x:long; }");
        Put("shared/common/all.fbs", "table C { x:long; }");
        Put("client/near.fbs", "table N { x:long; }");
        foreach (string[] files in (string[][])[[game, other], [other, game]])
        {
            (int exit, string output, string error) = Check(["--against", "HEAD", .. files]);
            Assert.That((exit, error), Is.EqualTo((1, "")));
            Assert.That(
                output.Split('\n').Where(line => line.Contains("): ", StringComparison.Ordinal)).Select(line => line.Split(": '")[0]),
                Is.EquivalentTo((string[])
                [
                    InFolder("shared/common/all.fbs") + "(1,11): FIELD_TYPE_CHANGED", InFolder("client/schemas/part.fbs") + "(1,12): STRUCT_CHANGED",
                    game + "(1,70): FIELD_TYPE_CHANGED", InFolder("client/near.fbs") + "(1,11): FIELD_TYPE_CHANGED",
                ]));
        }
    }

    [Test]
    public void A_schema_is_compared_if_the_revision_lacks_the_link_that_leads_to_it()
    {
        RequireLinks();
        Put("schemas/game.fbs", "table T { x:int; }");
        Git("init", "-q");
        Git("add", "-A");
        Commit();
        Put("schemas/game.fbs", "table T { x:long; }");
        Directory.CreateDirectory(InFolder("client"));
        Directory.CreateSymbolicLink(InFolder("client/schemas"), "../schemas");
        Assert.That(Rules(["--against", "HEAD", InFolder("client/schemas/game.fbs")]), Is.EqualTo("FIELD_TYPE_CHANGED"));
        Assert.That(Rules(["--against", "HEAD", InFolder("schemas/game.fbs")]), Is.EqualTo("FIELD_TYPE_CHANGED"));
    }

    [Test]
    public void An_absolute_link_is_followed_in_a_repository_that_is_found_through_another_link()
    {
        RequireLinks();
        Put("real/shared/s.fbs", "struct S { x:int; }");
        Put("real/game.fbs", "include \"lk/s.fbs\"; table T { s:S; }");
        Directory.CreateSymbolicLink(InFolder("real/lk"), InFolder("real/shared"));
        Directory.CreateSymbolicLink(InFolder("link"), InFolder("real"));
        Git("-C", "real", "init", "-q");
        Git("-C", "real", "add", "-A");
        Commit("real");
        Put("real/shared/s.fbs", "struct S { x:long; }");
        Assert.That(Rules(["--against", "HEAD", InFolder("link/game.fbs")]), Is.EqualTo("STRUCT_CHANGED"));
        Assert.That(Rules(["--against", "HEAD", InFolder("real/game.fbs")]), Is.EqualTo("STRUCT_CHANGED"));
    }

    [Test]
    public void A_schema_that_the_repository_does_not_contain_is_not_new()
    {
        RequireLinks();
        using ToolFiles outside = new();
        string target = outside.Put("a.fbs", "table A { x:int; }"u8.ToArray());
        Directory.CreateSymbolicLink(InFolder("linked"), outside.PathOf(""));
        string schema = Put("b.fbs", "include \"linked/a.fbs\"; table B { a:A; }");
        Git("init", "-q");
        Git("add", "-A");
        Git("update-index", "--add", "--cacheinfo", "160000,0123456789012345678901234567890123456789,module");
        Commit();
        Assert.That(Check("--against", "HEAD", schema), Is.EqualTo((0, Nothing, "")), "an included file outside the repository is read from disk");
        Refused(["--against", "HEAD", schema, InFolder("linked/a.fbs")], $"'{target}' is outside the repository '{Folder}'.");
        string inside = Put("module/folder/c.fbs", "table C { x:int; }");
        Refused(["--against", "HEAD", schema, inside], $"'{inside}' is in the submodule 'module'; expected a file of the repository '{Folder}'.");
        string added = Put("d.fbs", "table D { x:int; }");
        Assert.That(Check("--against", "HEAD", schema, added), Is.EqualTo((0, OneAdded, $"{added}: is new since 'HEAD'.\n")));
    }

    [Test]
    public void A_file_is_found_in_a_Git_revision_under_a_name_in_another_case_if_the_repository_ignores_case([Values] bool isIgnored)
    {
        ExternalProgram.Require("git");
        string old = Put("Game.fbs", "table T { x:int; }");
        Git("init", "-q");
        Git("config", "core.ignorecase", isIgnored ? "true" : "false");
        Git("add", "-A");
        Commit();
        File.Delete(old);
        string schema = Put("game.fbs", "table T { x:long; }");
        (int exit, string output, string error) = Check("--against", "HEAD", schema);
        Assert.That((exit, error), Is.EqualTo(isIgnored ? (1, "") : (0, $"{schema}: is new since 'HEAD'.\n")));
        Assert.That(output.Contains("FIELD_TYPE_CHANGED", StringComparison.Ordinal), Is.EqualTo(isIgnored), output);
    }

    [Test]
    public void A_Git_revision_that_cannot_be_read_is_reported()
    {
        ExternalProgram.Require("git");
        string schema = Put("a.fbs", "table T { x:Nope; }");
        Refused(["--against", "HEAD", schema], "codec: error: git failed: ", "not a git repository");
        Git("init", "-q");
        Refused(["--against", "HEAD", schema], $"codec: error: The repository '{Folder}' has no revision 'HEAD'.");
        Git("add", "-A");
        Commit();
        Refused(["--against", "--all", schema], "has no revision '--all'");
        Refused(["--against", "HEAD; echo hello", schema], "has no revision 'HEAD; echo hello'");
        Refused(["--against", "HEAD", InFolder("none.fbs")], "none.fbs");
        File.WriteAllText(schema, "table T { x:int; }");
        Refused(["--against", "HEAD", schema], "HEAD:a.fbs(1,13): error CODEC011: ");
        using ToolFiles outside = new();
        string other = outside.Put("b.fbs", "table B { x:int; }"u8.ToArray());
        Refused(["--against", "HEAD", schema, other], $"'{other}' is outside the repository '{Folder}'.");
    }

    [Test]
    public void A_hook_of_a_linked_working_tree_compares_with_its_own_revision()
    {
        ExternalProgram.Require("git");
        Put("main/schemas/game.fbs", Old);
        Git("-C", "main", "init", "-q");
        Git("-C", "main", "add", "-A");
        Commit("main");
        Git("-C", "main", "worktree", "add", "-q", "../linked");
        string schema = Put("linked/schemas/game.fbs", New);

        // git sets these variables for a hook.
        Dictionary<string, string> hook = new() { ["GIT_DIR"] = InFolder("main/.git/worktrees/linked"), ["GIT_INDEX_FILE"] = InFolder("main/.git/worktrees/linked/index"), ["GIT_PREFIX"] = "" };
        using ToolProcess tool = ToolProcess.Start(hook, InFolder("linked"), ["check", "--against", "HEAD", schema]);
        Assert.That((tool.WaitForExit(), tool.Errors), Is.EqualTo((1, "")));
        Assert.That(tool.Output, Does.StartWith("schemas/game.fbs(3,3): FIELD_DEFAULT_CHANGED: "));
    }

    [Test]
    public void A_file_named_git_that_is_not_executable_or_in_the_current_folder_is_not_run()
    {
        ExternalProgram.Require("git");
        string schema = Put("a.fbs", "table T { x:int; }");
        Put("git", "");
        Put("git.exe", "");
        Git("init", "-q");
        Git("add", "-A");
        Commit();
        string paths = OperatingSystem.IsWindows() ? Environment.GetEnvironmentVariable("PATH")! : Folder + ":" + Environment.GetEnvironmentVariable("PATH");
        using ToolProcess tool = ToolProcess.Start(new() { ["PATH"] = paths }, Folder, ["check", "--against", "HEAD", schema]);
        Assert.That((tool.WaitForExit(), tool.Output, tool.Errors), Is.EqualTo((0, Nothing, "")));
    }

    private static void Refused(string[] arguments, params string[] parts)
    {
        (int exit, string output, string error) = Check(arguments);
        Assert.That((exit, output), Is.EqualTo((2, "")), error);
        foreach (string part in parts)
        {
            Assert.That(error, Does.Contain(part));
        }
    }

    private static string Rules(string[] arguments) => string.Join(' ', Check(arguments).Output.Split('\n')
        .Where(line => line.Contains("): ", StringComparison.Ordinal)).Select(line => line.Split("): ")[1].Split(':')[0]));

    private static void RequireLinks()
    {
        ExternalProgram.Require("git");
        if (OperatingSystem.IsWindows())
        {
            Assert.Ignore("Windows makes links for administrators only.");
        }
    }

    [Test]
    public void The_releases_of_a_protocol_are_listed_with_what_breaks_their_peers([Values(".cs", ".hpp")] string extension)
    {
        ExternalProgram.Require("git");
        const string Schema = "include \"packets.fbs\"; table T (packet_id: 1) { a:int; b:int = 1; }";
        string schema = Put("arena.fbs", Schema);
        Git("init", "-q");
        Git("add", "-A");
        Commit();
        Git("tag", "v1");
        Put("arena.fbs", Schema.Replace("1; }", "2; }", StringComparison.Ordinal));
        Git("add", "-A");
        Commit();
        Git("tag", "v2");
        Put("arena.fbs", Schema.Replace("1; }", "2; c:int; }", StringComparison.Ordinal));
        string list = InFolder("list" + extension);
        (int exit, string output, _) = Check("--against", "v1", "--against", "v2", "--releases", list, schema);
        Assert.That((exit, output.Contains("FIELD_DEFAULT_CHANGED", StringComparison.Ordinal)), Is.EqualTo((1, true)));
        string written = File.ReadAllText(list);
        Assert.That(written.Split("0x"), Has.Length.EqualTo(5), "two hashes for each release");
        Assert.That(written, Does.Contain(extension == ".cs" ? "= \"Since v1: 'b' of 'T' had the default 1, and has the default 2.\"," : "had\\040the\\040default\\0401"));
        Assert.That(written, Does.Contain(extension == ".cs" ? "= \"\", // \"v2\"" : "\"\"},"));
        Assert.That(written, Does.Contain(extension == ".cs" ? "PacketProtocol, string> Arena =" : "namespace codec::schemas::arena {"));
        Refused(["--releases", InFolder("list.txt"), "--against", "v1", schema], "codec: error: --releases needs");
    }

    private void Commit(string folder = ".") => Git("-C", folder, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "One");

    private void Git(params string[] arguments) => ExternalProgram.RunSuccessfully("git", ["-C", Folder, .. arguments]);

    private static (int Exit, string Output, string Error) Check(params string[] arguments)
    {
        (int exit, string output, string error) = CodecTool.RunHere(["check", .. arguments]);
        return (exit, output.ReplaceLineEndings("\n"), error.ReplaceLineEndings("\n"));
    }
}

using Codec.Cli.Lsp;
using StreamJsonRpc;

namespace Codec.Tests.Cli;

/// <summary>Tests what <c>codec lsp</c> answers to editors.</summary>
internal sealed class LanguageServerTests : ToolFixture
{
    // The number of random edits.
    private const string EditsVariable = "CODEC_LSP_EDITS";
    private const int Edits = 1000;

    private const string Shared = "namespace Game;\n/// A kind.\nenum Kind:ubyte { Player, Npc }\n";
    private const string Text = """
        include "packets.fbs";
        include "shared.fbs";
        namespace Game;
        table Chat (packet_id: 4, packet_direction: "client", packet_max_size: 200) {
          kind:Kind = Npc (id: 0);
          item:Game.Item (id: 1);
        }
        table Item { id:int; nested:[ubyte] (nested_flatbuffer: "Item"); }
        root_type Item;

        """;

    private readonly List<JsonElement> _published = [];
    private LanguageServer _server = null!;
    private SchemaWorkspace _workspace = null!;
    private string _path = "";

    [SetUp]
    public void OpenFile()
    {
        _published.Clear();
        Files.Put("shared.fbs", Encoding.UTF8.GetBytes(Shared));
        _path = Files.Put("game.fbs", Encoding.UTF8.GetBytes(Text));
        (_workspace, _server) = Start(null);
    }

    [Test]
    public async Task Editors_speak_with_the_server_over_streams()
    {
        Pipe toServer = new();
        Pipe toClient = new();
        Task serving = LspCommand.RunAsync(new SchemaWorkspace([], null), toServer.Reader.AsStream(), toClient.Writer.AsStream());
        using JsonRpc client = new(new HeaderDelimitedMessageHandler(toServer.Writer.AsStream(), toClient.Reader.AsStream(), new SystemTextJsonFormatter()));
        TaskCompletionSource<JsonElement> published = new();
        client.AddLocalRpcMethod("textDocument/publishDiagnostics", new Action<string, JsonElement>((uri, diagnostics) => published.TrySetResult(diagnostics)));
        client.StartListening();
        JsonElement result = await client.InvokeWithParameterObjectAsync<JsonElement>("initialize", new { rootUri = new Uri(Files.PathOf("")).AbsoluteUri });
        Assert.That(result.GetProperty("capabilities").GetProperty("renameProvider").GetBoolean(), Is.True);
        await client.NotifyWithParameterObjectAsync("initialized", new { });
        await client.NotifyWithParameterObjectAsync("textDocument/didOpen", new { textDocument = new { uri = Uri, text = "table T { x:Nope; }", languageId = "fbs", version = 1 } });
        JsonElement diagnostics = await published.Task.WaitAsync(TimeSpan.FromMinutes(1));
        Assert.That(diagnostics[0].GetProperty("code").GetString(), Is.EqualTo("CODEC011"));
        Assert.That(diagnostics[0].GetProperty("range").GetRawText(), Is.EqualTo("""{"start":{"line":0,"character":12},"end":{"line":0,"character":16}}"""));
        await client.InvokeAsync("shutdown");
        await client.NotifyAsync("exit");
        await serving.WaitAsync(TimeSpan.FromMinutes(1));
    }

    [Test]
    public void Diagnostics_are_those_of_the_compiler_and_are_sent_when_they_change()
    {
        Set(Text.Replace("Game.Item", "Game.Itm", StringComparison.Ordinal));
        Assert.That(Published(), Is.EqualTo("CODEC011"));
        Set(Text.Replace("Game.Item ", "Game.Itm  ", StringComparison.Ordinal));
        Assert.That(_published, Has.Count.EqualTo(1), "the same diagnostic at the same place");
        Set(Text);
        Assert.That(Published(), Is.Empty);
        _server.Close(Of(Uri));
        Assert.That(_published, Has.Count.EqualTo(2));
    }

    [TestCase("Kind =", "shared.fbs:2:5-9")]
    [TestCase("Npc", "shared.fbs:2:26-29")]
    [TestCase("Item (id", "game.fbs:7:6-10")]
    [TestCase("Item\")", "game.fbs:7:6-10")]
    [TestCase("Item;", "game.fbs:7:6-10")]
    [TestCase("nested:", "game.fbs:7:21-27")]
    [TestCase("ubyte]", "")]
    public void Definitions_are_found(string at, string expected) => Assert.That(Show(_server.Definition(At(at))), Is.EqualTo(expected));

    [Test]
    public void References_are_found_in_all_files()
    {
        Assert.That(
            string.Join(' ', _server.References(At("Item;")).Select(Show)),
            Is.EqualTo("game.fbs:7:6-10 game.fbs:5:12-16 game.fbs:7:57-61 game.fbs:8:10-14"));
        Assert.That(_server.References(At("Npc")), Has.Length.EqualTo(2));
    }

    [Test]
    public void A_name_is_renamed_in_all_files_if_the_schemas_still_compile()
    {
        JsonElement changes = Json(_server.Rename(At("Kind =", "Sort"))).GetProperty("changes");
        Assert.That(changes.EnumerateObject().Select(file => file.Value.GetArrayLength()), Is.EquivalentTo((int[])[1, 1]));
        Assert.That(Json(_server.Rename(At("Item (id", "Thing"))).GetProperty("changes").EnumerateObject().Single().Value.GetArrayLength(), Is.EqualTo(4));
        Assert.That(() => _server.Rename(At("Item (id", "Chat")), Throws.TypeOf<LocalRpcException>().With.Message.Contains("would not compile with 'Chat'"));
        Assert.That(() => _server.Rename(At("Item (id", "no name")), Throws.TypeOf<LocalRpcException>());
        Assert.That(() => _server.Rename(At("ubyte]", "x")), Throws.TypeOf<LocalRpcException>());
    }

    [TestCase("Chat (", "packet 4, sent by the client, at most 200 bytes")]
    [TestCase("kind:", "**field** kind: id 0, 1 byte, 1 if it is missing")]
    [TestCase("Kind =", "**enum** Game.Kind: 1 byte, 2 values\n\nA kind.")]
    [TestCase("Npc", "**value** Npc = 1")]
    [TestCase("Item {", "**table** Game.Item: 2 fields; generated code writes at least 24 bytes")]
    public void Hovers_show_bytes_packets_and_comments(string at, string expected) =>
        Assert.That(Json(_server.Hover(At(at))!).GetProperty("contents").GetProperty("value").GetString(), Does.Contain(expected));

    [TestCase("table New (packet_id: |) { }", "5")]
    [TestCase("table New (packet_direction: |) { }", "\"server\"")]
    [TestCase("table New (|) { }", "packet_max_size")]
    [TestCase("table New { a:int (id: 0); b:int (id: 1); c:int (id: |", "2")]
    [TestCase("table New { c:|", "Game.Kind")]
    [TestCase("table New { c:|", "ulong")]
    [TestCase("// (\n|", "table")]
    public void Completions_fit_the_place(string text, string expected)
    {
        string whole = Text + text;
        Set(whole.Replace("|", "", StringComparison.Ordinal));
        string[] labels = [.. _server.Complete(AtIndex(whole, whole.IndexOf('|', StringComparison.Ordinal))).Select(item => Json(item).GetProperty("label").GetString()!)];
        Assert.That(labels, Does.Contain(expected));
    }

    [Test]
    public void Files_are_formatted_unless_they_have_syntax_errors()
    {
        Set("table T { x:int; }");
        Assert.That(Json(_server.Format(Of(Uri)).Single()).GetProperty("newText").GetString(), Is.EqualTo("table T {\n  x:int;\n}\n"));
        Set("table T {");
        Assert.That(_server.Format(Of(Uri)), Is.Empty);
    }

    [Test]
    public void Changes_that_break_a_release_are_warnings_after_the_file_is_saved()
    {
        ExternalProgram.Require("git");
        foreach (string command in (string[])["init -q", "add -A", "-c user.name=a -c user.email=a@b commit -q -m One", "tag v1"])
        {
            ExternalProgram.RunSuccessfully("git", ["-C", Files.PathOf(""), .. command.Split(' ')]);
        }

        (_workspace, _server) = Start("v1");
        Set(Text.Replace("(id: 0)", "(id: 1)", StringComparison.Ordinal).Replace("Item (id: 1)", "Item (id: 0)", StringComparison.Ordinal));
        Assert.That(_published, Is.Empty);
        _server.Saved(default);
        Assert.That(Published(), Is.EqualTo("FIELD_ID_CHANGED"));
        Assert.That(_published[^1].GetProperty("diagnostics")[0].GetProperty("message").GetString(), Does.StartWith("Breaks v1: 'kind' of 'Game.Chat' "));
    }

    [Test]
    public void Random_edits_give_the_diagnostics_of_the_compiler()
    {
        Random random = new(RandomCases.Seed());
        string text = Text;
        for (int i = 0; i < RandomCases.Count(EditsVariable, Edits); i++)
        {
            int start = random.Next(text.Length + 1);
            int length = Math.Min(random.Next(4), text.Length - start);
            string from = random.Next(3) == 0 ? Shared : Text;
            int copied = random.Next(from.Length);
            text = i % 50 == 0 ? Text : text.Remove(start, length).Insert(start, from.Substring(copied, Math.Min(random.Next(6), from.Length - copied)));
            Set(text);
            SchemaResult expected = SchemaCompiler.Compile([new SchemaSource(_path, text)], new SchemaFiles().Find);
            Assert.That(
                _workspace.Problems()[_path].Select(problem => (problem.Span, problem.Rule, problem.Message)),
                Is.EqualTo(expected.Diagnostics.Where(found => found.Span.Path == _path).Select(found => (found.Span, found.Rule.Id, found.Message))), text);

            JsonElement place = AtIndex(text, random.Next(text.Length + 1), "Other");
            _server.Definition(place);
            _server.Hover(place);
            _server.References(place);
            _server.Complete(place);
            _server.Format(place);
            try
            {
                _server.Rename(place);
            }
            catch (LocalRpcException)
            {
                // The place has no name, or the schemas would have errors.
            }
        }
    }

    private string Uri => new Uri(_path).AbsoluteUri;

    private (SchemaWorkspace Workspace, LanguageServer Server) Start(string? release)
    {
        SchemaWorkspace workspace = new([], release);
        LanguageServer server = new(workspace, diagnostics => _published.Add(Json(diagnostics)));
        server.Initialize(Json(new { workspaceFolders = new[] { new { uri = new Uri(Files.PathOf("")).AbsoluteUri } } }));
        return (workspace, server);
    }

    private void Set(string text) => _server.Change(Json(new { textDocument = new { uri = Uri }, contentChanges = new[] { new { text } } }));

    private string Published() => string.Join(' ', _published[^1].GetProperty("diagnostics").EnumerateArray().Select(found => found.GetProperty("code").GetString()));

    private static JsonElement Of(string uri) => Json(new { textDocument = new { uri } });

    private JsonElement At(string text, string name = "") => AtIndex(Text, Text.IndexOf(text, StringComparison.Ordinal), name);

    private JsonElement AtIndex(string text, int index, string newName = "")
    {
        string[] lines = text[..index].Split('\n');
        return Json(new
        {
            textDocument = new { uri = Uri },
            position = new { line = lines.Length - 1, character = lines[^1].Length },
            context = new { includeDeclaration = true },
            newName,
        });
    }

    private static string Show(object? location)
    {
        if (location is null)
        {
            return "";
        }

        JsonElement json = Json(location);
        JsonElement start = json.GetProperty("range").GetProperty("start");
        return $"{Path.GetFileName(json.GetProperty("uri").GetString())}:{start.GetProperty("line")}:{start.GetProperty("character")}-{json.GetProperty("range").GetProperty("end").GetProperty("character")}";
    }

    private static JsonElement Json(object value) => JsonSerializer.SerializeToElement(value);
}

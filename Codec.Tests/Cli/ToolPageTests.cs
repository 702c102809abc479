using System.Text.RegularExpressions;

namespace Codec.Tests.Cli;

/// <summary>Tests that the commands of docs/tool.md print the output that the page shows.</summary>
internal sealed class ToolPageTests
{
    // If set, the test writes the output of the commands to the page, and fails so that the change is reviewed.
    private const string UpdateVariable = "CODEC_UPDATE_PAGES";

    private const string Page = "docs/tool.md";

    [Test]
    public void The_case_on_the_tool_page_shows_the_real_output_of_the_commands()
    {
        ExternalProgram.Require("tshark");
        DirectoryInfo folder = Directory.CreateTempSubdirectory("codec");
        try
        {
            File.Copy(Repository.PathOf("docs", "tool", "case.jsonl"), Path.Combine(folder.FullName, "case.jsonl"));
            File.Copy(Repository.PathOf("schemas", "game.fbs"), Path.Combine(folder.FullName, "game.fbs"));
            Run(folder, "codec encode case.jsonl --schema game.fbs --as-tcp -o case.pcapng");

            string page = Repository.Read(Page);
            List<string> commands = [];
            string printed = Regex.Replace(page, "```sh\n(?<command>[^\n]+)\n```\n```text\n(?<output>.*?)```\n", match =>
            {
                string command = match.Groups["command"].Value;
                commands.Add(command);
                return $"```sh\n{command}\n```\n```text\n{Run(folder, command)}```\n";
            }, RegexOptions.Singleline | RegexOptions.ExplicitCapture);

            Assert.That(commands, Has.Count.EqualTo(4));
            if (Environment.GetEnvironmentVariable(UpdateVariable) is not null && printed != page)
            {
                File.WriteAllText(Repository.PathOf(Page), printed);
            }

            Assert.That(page, Is.EqualTo(printed), $"Run the test with {UpdateVariable}=1 to write what the commands print into {Page}.");
            Assert.That(printed.Split('\n').Where(line => line.Contains('\e')), Is.Empty, "no escape codes in redirected output");
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    // The commands call the built tool by the name on the page. Exit code 1 is accepted, because it reports invalid packets.
    private static string Run(DirectoryInfo folder, string command)
    {
        string script = $"codec() {{ dotnet '{CodecTool.Path}' \"$@\"; }}; cd '{folder.FullName}'; {command} 2>errors";
        (int exit, string output) = ExternalProgram.Run("bash", "-c", script);
        string errors = File.ReadAllText(Path.Combine(folder.FullName, "errors"), Encoding.UTF8);
        Assert.That(exit, Is.AnyOf(0, 1), $"{command}\n{output}{errors}");
        return output;
    }
}

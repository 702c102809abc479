namespace Codec.Cli;

/// <summary>Prints findings as text, or as JSON with one object per line.</summary>
internal sealed class FindingPrinter(IAnsiConsole output, bool isJson, Func<string, string> textOf, Func<string, string> nameOf)
{
    private readonly DiagnosticPrinter _diagnostics = new(output, textOf, nameOf);

    public static Option<bool> JsonOption() => new("--json") { Description = "Print JSON, one object per line." };

    public static Option<string[]> ExcludeOption(IEnumerable<string> rules)
    {
        Option<string[]> option = new("--exclude") { Description = "A rule that is not checked; may be repeated.", HelpName = "RULE" };
        option.Validators.Add(result =>
        {
            foreach (string name in result.Tokens.Select(token => token.Value).Except(rules))
            {
                result.AddError($"There is no rule '{MessageText.Printable(name)}'; expected one of {string.Join(", ", rules)}.");
            }
        });
        return option;
    }

    public void Print(Finding finding)
    {
        (string level, string rule, SourceSpan span, string message, string advice, IReadOnlyList<string> consequences) = finding;
        TextWriter writer = output.Profile.Out.Writer;
        if (isJson)
        {
            writer.WriteLine(Json.Of(new { level, rule, file = nameOf(span.Path), line = span.Line, column = span.Column, message, advice, consequences }));
            return;
        }

        (string label, Color color) = level switch
        {
            "breaking" => (rule, Color.Red),
            "note" => ($"note {rule}", Color.Aqua),
            _ => ($"{level} {rule}", Color.Yellow),
        };
        _diagnostics.Print(span, label, new Style(color), message);
        foreach (string below in consequences.Select(consequence => "so " + consequence).Prepend(advice).Where(below => below.Length > 0))
        {
            writer.Write(WrappedText.Of(below, "        ", output.Profile.Width));
        }
    }

    public void PrintEnd(string summary)
    {
        if (!isJson)
        {
            output.Profile.Out.Writer.WriteLine(summary);
        }
    }
}

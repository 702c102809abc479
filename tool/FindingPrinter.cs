namespace Codec.Cli;

/// <summary>Prints findings as text, or as JSON with one object per line.</summary>
/// <param name="textOf">Returns the text of a source that has been read, by its path.</param>
/// <param name="nameOf">Returns the name of a source for messages.</param>
internal sealed class FindingPrinter(IAnsiConsole output, bool isJson, Func<string, string> textOf, Func<string, string> nameOf)
{
    private readonly DiagnosticPrinter _diagnostics = new(output, textOf, nameOf);

    /// <summary>Creates the option that chooses JSON.</summary>
    public static Option<bool> JsonOption() => new("--json") { Description = "Print JSON, one object per line." };

    /// <summary>Creates the option of the rules that a command ignores.</summary>
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

    /// <summary>Prints the last line, which says what was found.</summary>
    public void PrintEnd(string summary)
    {
        if (!isJson)
        {
            output.Profile.Out.Writer.WriteLine(summary);
        }
    }
}

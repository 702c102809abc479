namespace Codec.Cli;

/// <summary>Breaks sentences into lines. Characters that are not printable are escaped.</summary>
internal static class WrappedText
{
    /// <summary>Returns a sentence as lines, each with a line end. A word that is longer than a line has its own line.</summary>
    public static string Of(string text, string indent, int width, int hanging = 0)
    {
        TextLine line = new();
        TextLine measure = new();
        StringBuilder lines = new();
        line.Append(indent);
        foreach (string word in text.Split(' '))
        {
            measure.Clear();
            measure.Append(word);
            if (line.Columns + measure.Columns > width && line.Columns > indent.Length + hanging)
            {
                lines.Append(Encoding.UTF8.GetString(line.Finish()));
                line.Clear();
                line.Pad(indent.Length + hanging);
            }

            line.Append(word);
            line.Append(' ');
        }

        return lines.Append(Encoding.UTF8.GetString(line.Finish())).ToString();
    }
}

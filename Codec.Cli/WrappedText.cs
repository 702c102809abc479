using System.Text;
using Codec.Cli.Traffic;

namespace Codec.Cli;

/// <summary>Breaks sentences into lines. What is not printable is escaped.</summary>
internal static class WrappedText
{
    /// <summary>Returns a sentence in lines, each with its end. A word that is longer than a line has its own line.</summary>
    /// <param name="text">The sentence.</param>
    /// <param name="indent">What the first line starts with. The others start with as many spaces.</param>
    /// <param name="width">The columns of a line.</param>
    /// <param name="hanging">The spaces that the others start with besides.</param>
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

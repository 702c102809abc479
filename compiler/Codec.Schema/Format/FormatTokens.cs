namespace Codec.Schema.Format;

internal static class FormatTokens
{
    /// <summary>Returns the tokens of a text that the parser accepts; the last one is the end of the file.</summary>
    internal static List<FormatToken> Of(string text)
    {
        Lexer lexer = new(new SourceText(new SchemaSource("", text)), new DiagnosticBag());
        List<FormatToken> tokens = [];
        int end = 0;
        int depth = 0;
        while (true)
        {
            Token token = lexer.Next();
            List<CommentText> comments = [];
            int lines = Comments(text, end, token.Start, comments);
            tokens.Add(new FormatToken(token, text.Substring(token.Start, token.Length), comments, lines, token.Start == end, depth > 0));
            depth += token.Is('(') ? 1 : token.Is(')') ? -1 : 0;
            if (token.Kind == TokenKind.EndOfFile)
            {
                return tokens;
            }

            end = token.End;
        }
    }

    /// <summary>Adds the comments of a range without tokens, and returns the number of line breaks after the last one.</summary>
    private static int Comments(string text, int start, int end, List<CommentText> comments)
    {
        int lines = 0;
        for (int at = start; at < end;)
        {
            if (text[at] != '/')
            {
                lines += IsLineEnd(text, at) ? 1 : 0;
                at++;
                continue;
            }

            bool isLine = text[at + 1] == '/';
            int stop = isLine ? text.IndexOfAny(['\r', '\n'], at) : text.IndexOf("*/", at + 2, StringComparison.Ordinal) + 2;
            stop = stop < 0 ? text.Length : stop;
            string comment = text.Substring(at, stop - at);

            // The text of a documentation comment, including its trailing spaces, is part of the model.
            bool isDocumentation = isLine && comment.Length > 2 && comment[2] == '/';
            comment = isDocumentation ? comment : isLine ? comment.TrimEnd(' ', '\t') : comment.Replace("\r\n", "\n").Replace('\r', '\n');
            comments.Add(new CommentText(comment, lines, isLine));
            lines = 0;
            at = stop;
        }

        return lines;
    }

    private static bool IsLineEnd(string text, int at) => text[at] == '\n' || (text[at] == '\r' && (at + 1 == text.Length || text[at + 1] != '\n'));
}

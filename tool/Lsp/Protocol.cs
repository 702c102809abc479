namespace Codec.Cli.Lsp;

/// <summary>Values of the Language Server Protocol 3.17. Lines and columns start at 0, and columns are UTF-16 units.</summary>
internal static class Protocol
{
    public static string PathOf(string uri)
    {
        string path = new Uri(uri).LocalPath;

        // Editors escape the colon of a drive, and Uri then takes the drive for a folder.
        return Path.GetFullPath(OperatingSystem.IsWindows() && path.Length > 2 && path[0] == '/' && path[2] == ':' ? path[1..] : path);
    }

    public static string UriOf(string path) => new Uri(path).AbsoluteUri;

    public static string DocumentOf(JsonElement parameters) => PathOf(parameters.GetProperty("textDocument").GetProperty("uri").GetString()!);

    public static (int Line, int Column) PositionOf(JsonElement parameters)
    {
        JsonElement position = parameters.GetProperty("position");
        return (position.GetProperty("line").GetInt32(), position.GetProperty("character").GetInt32());
    }

    public static object Location(SourceSpan span) => new { uri = UriOf(span.Path), range = Range(span) };

    public static object Range(SourceSpan span) => Range(span.Line - 1, span.Column - 1, span.Line - 1, span.Column - 1 + span.Length);

    public static object Range(int line, int column, int endLine, int endColumn) =>
        new { start = new { line, character = column }, end = new { line = endLine, character = endColumn } };

    /// <summary>Returns the index of a position in a text. A column after the end of a line means its end.</summary>
    public static int IndexOf(string text, int line, int column)
    {
        int start = 0;
        for (int i = 0; i < line; i++)
        {
            int end = text.AsSpan(start).IndexOfAny('\r', '\n');
            if (end < 0)
            {
                return text.Length;
            }

            start += end + (text.AsSpan(start + end).StartsWith("\r\n") ? 2 : 1);
        }

        int length = text.AsSpan(start).IndexOfAny('\r', '\n');
        return start + Math.Min(column, length < 0 ? text.Length - start : length);
    }
}

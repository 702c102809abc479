using System.Security.Cryptography;

namespace Codec.Cli.View;

/// <summary>The page: one HTML document with its style and script, which loads nothing else.</summary>
internal static class ViewPage
{
    private const int MaxFileRows = 100_000;

    // A browser opens a file of this size within a second. Rows have up to 300 bytes in addition.
    private const int MaxDetailLength = 16 * 1024 * 1024;

    /// <summary>Returns the page.</summary>
    /// <param name="data">The data of a page that is a file, or <c>null</c> if a server has them. JSON in which <c>&lt;</c> is escaped.</param>
    public static byte[] Of(string data = "null") => Encoding.UTF8.GetBytes(Resource("page.html")
        .Replace("%nonce%", RandomNumberGenerator.GetHexString(32), StringComparison.Ordinal)
        .Replace("%style%", Resource("page.css"), StringComparison.Ordinal)
        .Replace("%script%", Resource("rows.js") + Resource("detail.js") + Resource("page.js"), StringComparison.Ordinal)
        .Replace("%data%", data, StringComparison.Ordinal));

    /// <summary>Returns the data of a file: the first rows, and as many details as fit, those of errors first.</summary>
    public static string Data(PacketIndex index, PacketFormat format, string title, out int rows, out int details)
    {
        const int Intervals = 600;
        const int Lanes = 50;
        ViewJson json = new(index, format);
        rows = Math.Min(index.Count, MaxFileRows);
        List<string> written = [];
        int length = 0;
        foreach (int row in Enumerable.Range(0, rows).OrderBy(row => index[row].Error == 0))
        {
            string detail = $"\"{row}\":{Json.Of(json.Detail(row, ViewJson.ShownBytes))}";
            if ((length += detail.Length) > MaxDetailLength)
            {
                break;
            }

            written.Add(detail);
        }

        details = written.Count;
        return $"{{\"status\":{Json.Of(json.Status(title, isLive: false))},\"lanes\":{Json.Of(json.Lanes(0, index.End - index.Start, Intervals, Lanes))},"
            + $"\"rows\":{Json.Of(Enumerable.Range(0, rows).Select(json.Row))},\"details\":{{{string.Join(',', written)}}}}}";
    }

    private static string Resource(string name)
    {
        using StreamReader reader = new(typeof(ViewPage).Assembly.GetManifestResourceStream(name)!);
        return reader.ReadToEnd();
    }
}

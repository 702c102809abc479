using System.Collections.Generic;
using Codec.Schema;

namespace Codec.Cli.Fmt;

/// <summary>The texts of the files that are formatted, by their names on the command line.</summary>
internal sealed class FormattedFiles : ISchemaTexts
{
    private readonly Dictionary<string, string> _texts = [];

    /// <summary>Adds a file.</summary>
    /// <param name="path">The path of the file.</param>
    /// <param name="content">The bytes of the file.</param>
    public void Add(string path, byte[] content) => _texts[path] = SchemaSource.Decode(path, content).Text;

    /// <inheritdoc/>
    public string TextOf(string path) => _texts[path];

    /// <inheritdoc/>
    public string NameOf(string path) => path;
}

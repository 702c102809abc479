using System.Collections.Generic;
using Codec.Schema;

namespace Codec.Cli.Formatting;

/// <summary>The texts of the files that are formatted, under the names of the command line.</summary>
internal sealed class FormattedFiles : ISchemaTexts
{
    private readonly Dictionary<string, string> _texts = [];

    /// <summary>Adds a file.</summary>
    /// <param name="path">Its path.</param>
    /// <param name="content">Its bytes.</param>
    public void Add(string path, byte[] content) => _texts[path] = SchemaSource.Decode(path, content).Text;

    /// <inheritdoc/>
    public string TextOf(string path) => _texts[path];

    /// <inheritdoc/>
    public string NameOf(string path) => path;
}

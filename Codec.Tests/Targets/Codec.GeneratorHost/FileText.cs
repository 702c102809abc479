using System.IO;
using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace Codec.GeneratorHost;

/// <summary>An additional file on disk.</summary>
internal sealed class FileText(string path) : AdditionalText
{
    /// <inheritdoc/>
    public override string Path => path;

    /// <inheritdoc/>
    public override SourceText GetText(CancellationToken cancellationToken = default)
    {
        using FileStream file = File.OpenRead(path);
        return SourceText.From(file);
    }
}

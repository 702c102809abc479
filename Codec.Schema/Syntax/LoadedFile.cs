using System.Collections.Generic;

namespace Codec.Schema.Syntax;

/// <summary>A parsed file and the paths of what it includes itself.</summary>
internal sealed record LoadedFile(FileSyntax Syntax, IReadOnlyList<string> Includes);

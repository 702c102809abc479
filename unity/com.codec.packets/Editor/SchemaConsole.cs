using System.Globalization;
using Codec.Schema.Diagnostics;
using UnityEngine;

namespace Codec.Unity.Editor
{
    /// <summary>Shows the diagnostics of schemas in Unity's console.</summary>
    public static class SchemaConsole
    {
        /// <summary>Returns a diagnostic as a compiler prints it, and a second line with a link that opens the schema at that line.</summary>
        /// <param name="diagnostic">The diagnostic.</param>
        /// <returns>Two lines.</returns>
        public static string TextOf(SchemaDiagnostic diagnostic)
        {
            SourceSpan span = diagnostic.Span;
            return string.Format(CultureInfo.InvariantCulture, "{0}\n<a href=\"{1}\" line=\"{2}\">{1}:{2}</a>", diagnostic, span.Path, span.Line);
        }

        /// <summary>Shows all diagnostics of a compilation.</summary>
        /// <param name="compilation">The compilation.</param>
        public static void Show(SchemaCompilation compilation)
        {
            foreach (SchemaDiagnostic diagnostic in compilation.Diagnostics)
            {
                if (diagnostic.Rule.Severity == SchemaSeverity.Error)
                {
                    Debug.LogError(TextOf(diagnostic));
                }
                else
                {
                    Debug.LogWarning(TextOf(diagnostic));
                }
            }
        }
    }
}

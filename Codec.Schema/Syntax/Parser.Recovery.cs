using System;

namespace Codec.Schema.Syntax;

internal sealed partial class Parser
{
    private static readonly string[] DeclarationWords =
    [
        "namespace", "table", "struct", "enum", "union", "root_type", "attribute", "rpc_service", "file_identifier", "file_extension", "include",
    ];

    /// <summary>Goes to where the next declaration seems to start; always past the start of the one that failed.</summary>
    private void SkipDeclaration(int start)
    {
        int depth = 0;
        while (!AtEnd)
        {
            if (_token.Start > start && StartsDeclaration())
            {
                return;
            }

            Token token = Advance();
            depth += token.Is('{') ? 1 : 0;
            depth -= token.Is('}') ? 1 : 0;
            if (depth <= 0 && (token.Is('}') || token.Is(';')))
            {
                return;
            }
        }
    }

    /// <summary>Goes past the ';' of a field that failed, or to the '}' of its body, or to the next declaration.</summary>
    private void SkipMember(char separator)
    {
        while (!AtEnd && !_token.Is('}') && !StartsDeclaration())
        {
            if (Advance().Is(separator))
            {
                return;
            }
        }
    }

    /// <summary>A declaration's first word at the start of a line; a field's type or name may be the same word, but has spaces before it.</summary>
    private bool StartsDeclaration() =>
        _token.Kind == TokenKind.Identifier
        && _source.IsLineStart(_token.Start)
        && Array.IndexOf(DeclarationWords, _token.Text) >= 0;
}

using System;
using System.Collections.Generic;
using System.Text;
using Codec.Schema.Model;

namespace Codec.Schema.Cpp;

/// <summary>Builds the text of a header, indented by its blocks.</summary>
internal sealed class CppWriter
{
    private readonly StringBuilder _text = new();
    private int _depth;
    private bool _isAfterOpen;

    /// <summary>Writes lines at the current depth. An empty line is not indented.</summary>
    public void Line(string text = "")
    {
        foreach (string line in text.Split('\n'))
        {
            if (line.Length > 0)
            {
                _text.Append(' ', 2 * _depth).Append(line);
            }

            _text.Append('\n');
        }

        _isAfterOpen = false;
    }

    /// <summary>Writes an empty line, except at the start of a block.</summary>
    public void Gap()
    {
        if (!_isAfterOpen)
        {
            Line();
        }
    }

    /// <summary>Writes the line that opens a block. The content of a namespace is not indented.</summary>
    public void Open(string line)
    {
        Line(line);
        if (line.StartsWith("namespace", StringComparison.Ordinal))
        {
            Line();
        }
        else
        {
            _depth++;
        }

        _isAfterOpen = true;
    }

    /// <summary>Writes the line that closes a block.</summary>
    public void Close(string line)
    {
        if (line.StartsWith("}  // namespace", StringComparison.Ordinal))
        {
            Line();
            Line(line);
            Line();
        }
        else
        {
            _depth--;
            Line(line);
        }
    }

    /// <summary>Writes the comment of a definition.</summary>
    public void Documentation(IEnumerable<string> lines)
    {
        foreach (string line in lines)
        {
            Line(("/// " + CppValues.Comment(line)).TrimEnd());
        }
    }

    /// <summary>
    /// Writes definitions, each in its namespace. The second argument of <paramref name="emit"/> is whether the definition is the first in the block of
    /// the namespace.
    /// </summary>
    public void InNamespaces<T>(CppModel model, IReadOnlyList<T> definitions, Action<T, bool> emit)
        where T : Definition
    {
        string? open = null;
        foreach (T definition in definitions)
        {
            string scope = model.Names.Namespace(definition.Namespace);
            bool isFirst = scope != open;
            if (isFirst)
            {
                CloseNamespace(open);
                open = scope;
                if (scope.Length > 0)
                {
                    Open($"namespace {scope} {{");
                }

                _isAfterOpen = true;
            }

            emit(definition, isFirst);
        }

        CloseNamespace(open);
    }

    /// <inheritdoc/>
    public override string ToString() => _text.ToString().TrimEnd('\n') + "\n";

    private void CloseNamespace(string? scope)
    {
        if (scope is not null)
        {
            Line();
            if (scope.Length > 0)
            {
                Line($"}}  // namespace {scope}");
                Line();
            }
        }
    }
}

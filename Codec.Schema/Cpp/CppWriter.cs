using System;
using System.Collections.Generic;
using System.Text;
using Codec.Schema.Model;

namespace Codec.Schema.Cpp;

/// <summary>Collects the lines of a header.</summary>
internal sealed class CppWriter
{
    private readonly StringBuilder _text = new();
    private int _depth;
    private bool _isAfterOpen;

    /// <summary>Adds lines; without a text, an empty one.</summary>
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

    /// <summary>Adds an empty line unless a block has just been opened.</summary>
    public void Gap()
    {
        if (!_isAfterOpen)
        {
            Line();
        }
    }

    /// <summary>Opens a block. What is in a namespace is not indented.</summary>
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

    /// <summary>Closes a block.</summary>
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

    /// <summary>Adds the comment of a definition.</summary>
    public void Documentation(IEnumerable<string> lines)
    {
        foreach (string line in lines)
        {
            Line(("/// " + CppValues.Comment(line)).TrimEnd());
        }
    }

    /// <summary>Writes definitions, each in its namespace; <paramref name="emit"/> is told whether it is the first there.</summary>
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

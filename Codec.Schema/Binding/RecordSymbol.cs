using System.Collections.Generic;
using Codec.Schema.Model;
using Codec.Schema.Syntax;

namespace Codec.Schema.Binding;

/// <summary>A table or a struct on its way into the model; at first perhaps only its name, from a use before the declaration.</summary>
internal sealed class RecordSymbol(string fullName)
{
    internal string FullName { get; set; } = fullName;

    internal string Scope { get; set; } = string.Empty;

    internal RecordSyntax? Syntax { get; set; }

    internal SourceText? Source { get; set; }

    internal bool IsDeclared { get; set; }

    internal bool IsStruct { get; set; }

    /// <summary>Whether a struct's layout is known: it may stand in another struct.</summary>
    internal bool IsComplete { get; set; }

    internal int Size { get; set; }

    internal int Alignment { get; set; } = 1;

    internal List<StructField> StructFields { get; } = [];

    internal List<FieldSymbol> TableFields { get; } = [];

    internal int IdCount { get; set; }

    internal PacketDefinition? Packet { get; set; }
}

namespace Codec.Schema.Binding;

/// <summary>A table or a struct before it is added to the model. Until its declaration is bound, only its name is known, from an earlier use.</summary>
internal sealed class RecordSymbol(string fullName)
{
    internal string FullName { get; set; } = fullName;
    internal string Scope { get; set; } = string.Empty;
    internal RecordSyntax? Syntax { get; set; }
    internal SourceText? Source { get; set; }
    internal bool IsDeclared => Syntax is not null;
    internal bool IsStruct => Syntax is { IsStruct: true };
    internal bool IsComplete { get; set; }

    /// <summary>Gets the number of structs on the longest way from the struct to a field that is none, including the struct.</summary>
    internal int Depth { get; set; } = 1;

    internal int Size { get; set; }
    internal int Alignment { get; set; } = 1;
    internal List<StructField> StructFields { get; } = [];
    internal List<FieldSymbol> TableFields { get; } = [];
    internal int IdCount { get; set; }
    internal PacketDefinition? Packet { get; set; }
}

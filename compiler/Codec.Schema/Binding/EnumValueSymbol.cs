namespace Codec.Schema.Binding;

/// <summary>A bound value of an enum or a bound member of a union.</summary>
internal sealed record EnumValueSymbol(string Name, ScalarValue Number, EnumValueSyntax Syntax, BoundType? Type);

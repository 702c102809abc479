namespace Codec.Schema.Binding;

internal sealed record EnumValueSymbol(string Name, ScalarValue Number, EnumValueSyntax Syntax, BoundType? Type);

using Codec.Schema.Model;
using Codec.Schema.Syntax;

namespace Codec.Schema.Binding;

/// <summary>A value of an enum or a member of a union, bound.</summary>
internal sealed record EnumValueSymbol(string Name, ScalarValue Number, EnumValueSyntax? Syntax, BoundType? Type);

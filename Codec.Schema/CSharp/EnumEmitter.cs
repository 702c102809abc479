using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

/// <summary>Writes an enum, and the enum of a union's types.</summary>
internal static class EnumEmitter
{
    public static void Emit(CodeWriter code, EnumDefinition definition)
    {
        Emission.Summary(code, definition.Documentation, $"The enum {definition.FullName} of the schema.");
        if (definition.IsBitFlags)
        {
            code.Line("[global::System.Flags]");
        }

        code.Open($"public enum {CSharpNames.Identifier(definition.Name)} : {CSharpNames.Keyword(definition.Underlying)}");
        foreach (EnumValue value in definition.Values)
        {
            code.Gap();
            Emission.Summary(code, value.Documentation, $"The value {value.Name}.");
            code.Line($"{CSharpNames.Identifier(value.Name)} = {Constant(value.Value)},");
        }

        code.Close();
    }

    public static void EmitUnionTypes(CodeWriter code, UnionDefinition definition)
    {
        Emission.Summary(code, definition.Documentation, $"What a value of the union {definition.FullName} is.");
        code.Open($"public enum {CSharpNames.Identifier(definition.Name)} : {CSharpNames.Keyword(definition.Underlying)}");
        code.Line("/// <summary>There is no value.</summary>");
        code.Line("NONE = 0,");
        foreach (UnionMember member in definition.Members)
        {
            code.Gap();
            Emission.Summary(code, member.Documentation, $"The value is a {member.Name}.");
            code.Line($"{CSharpNames.Identifier(member.Name)} = {Constant(member.Id)},");
        }

        code.Close();
    }

    // An enum's constants need no suffix: they take its type.
    private static string Constant(ScalarValue value) => value.Kind == ScalarKind.Bool ? value.Whole.ToString(System.Globalization.CultureInfo.InvariantCulture) : value.ToString();
}

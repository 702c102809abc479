using System.Globalization;
using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

/// <summary>Generates the enum of a schema, or the enum of the types of a union.</summary>
internal static class EnumEmitter
{
    public static void Emit(CodeWriter code, EnumDefinition definition)
    {
        Emission.Summary(code, definition.Documentation, $"The enum {definition.FullName}.");
        if (definition.IsBitFlags)
        {
            code.Line("[Sys_::Flags]");
        }

        code.Open($"{CSharpNames.Access(definition)} enum {CSharpNames.Identifier(Emission.NameOf(definition))} : {CSharpNames.Keyword(definition.Underlying)}");
        foreach (EnumValue value in definition.Values)
        {
            Emission.Summary(code, value.Documentation);
            code.Line($"{CSharpNames.Identifier(CSharpNames.Name(value.Name, value.Attributes))} = {Constant(value.Value)},");
        }

        code.Close();
    }

    public static void EmitUnionTypes(CodeWriter code, UnionCode union)
    {
        code.Line("/// <summary>Specifies the type of a value.</summary>");
        code.Open($"public enum {union.Members["Kind"]} : {CSharpNames.Keyword(union.Definition.Underlying)}");
        code.Line("NONE = 0,");
        foreach (UnionValueCode member in union.Values)
        {
            Emission.Summary(code, member.Member.Documentation);
            code.Line($"{CSharpNames.Identifier(member.Name)} = {Constant(member.Member.Id)},");
        }

        code.Close();
    }

    // The constants of an enum need no suffix, because they have the enum's type.
    private static string Constant(ScalarValue value) =>
        value.Kind == ScalarKind.Bool ? value.Whole.ToString(CultureInfo.InvariantCulture) : value.ToString();
}

using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

/// <summary>Writes the order of keys, and the search in a vector that is in it.</summary>
internal static class KeyOrder
{
    /// <summary>Whether a key of this type has an order in C#; structs and arrays have none.</summary>
    public static bool Has(TypeReference type) => type.Kind is TypeKind.Scalar or TypeKind.Enum or TypeKind.String;

    /// <summary>An expression that compares two numbers: less than, equal to or greater than 0.</summary>
    public static string Compare(TypeReference type, string left, string right)
    {
        // An enum's own CompareTo takes an object.
        string number = CSharpNames.Keyword(type.Scalar);
        return type.Kind == TypeKind.Enum ? $"(({number}){left}).CompareTo(({number}){right})" : $"{left}.CompareTo({right})";
    }

    /// <summary>Writes the statements of a method that gives what it found through <c>found</c>.</summary>
    /// <param name="code">Where to write.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="element">The element at <c>middle</c>.</param>
    /// <param name="compare">Compares the element at <c>middle</c> with the key.</param>
    public static void EmitSearch(CodeWriter code, string count, string element, string compare)
    {
        code.Line($"int low = 0;\nint high = {count} - 1;");
        code.Open("while (low <= high)");
        code.Line("int middle = low + ((high - low) >> 1);");
        code.Line($"int order = {compare};");
        code.Open("if (order == 0)");
        code.Line($"found = {element};\nreturn true;");
        code.Close();
        code.Line();
        code.Block("if (order < 0)", "low = middle + 1;");
        code.Block("else", "high = middle - 1;");
        code.Close();
        code.Line();
        code.Line("found = default;\nreturn false;");
    }
}

using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

/// <summary>Generates the comparison of keys, and the search in a vector that is sorted by key.</summary>
internal static class KeyOrder
{
    /// <summary>Returns whether keys of this type can be compared in C#. Structs and arrays cannot.</summary>
    public static bool Has(TypeReference type) => type.Kind is TypeKind.Scalar or TypeKind.Enum or TypeKind.String;

    /// <summary>Returns an expression that compares two numbers; its value is less than, equal to or greater than 0.</summary>
    public static string Compare(TypeReference type, string left, string right)
    {
        // The CompareTo of an enum has a parameter of type object, so the argument would be boxed.
        string number = CSharpNames.Keyword(type.Scalar);
        return type.Kind == TypeKind.Enum ? $"(({number}){left}).CompareTo(({number}){right})" : $"{left}.CompareTo({right})";
    }

    /// <summary>Generates the statements of a binary search that returns the element in <c>found</c>.</summary>
    /// <param name="code">The writer of the code.</param>
    /// <param name="count">The C# expression of the number of elements.</param>
    /// <param name="element">The C# expression of the element at <c>middle</c>.</param>
    /// <param name="compare">The C# expression that compares the element at <c>middle</c> with the key.</param>
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

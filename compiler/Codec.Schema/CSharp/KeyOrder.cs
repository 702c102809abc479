namespace Codec.Schema.CSharp;

/// <summary>Generates the comparison of keys, and the search in a vector that is sorted by key.</summary>
internal static class KeyOrder
{
    /// <summary>Returns whether keys of this type can be compared in C#. Structs and arrays cannot.</summary>
    public static bool Has(TypeReference type) => type.IsNumber || type.Kind == TypeKind.String;

    /// <summary>Returns an expression that compares two numbers; its value is less than, equal to or greater than 0.</summary>
    public static string Compare(TypeReference type, string left, string right)
    {
        // The CompareTo of an enum has a parameter of type object, so the argument would be boxed.
        string number = ScalarType.Of(type.Scalar).CSharp;
        return type.Kind == TypeKind.Enum ? $"(({number}){left}).CompareTo(({number}){right})" : $"{left}.CompareTo({right})";
    }

    /// <summary>Returns the statements of a binary search that returns the element in <c>found</c>.</summary>
    public static string Search(string count, string element, string compare) => CodeText.Of($$"""
        int low = 0;
        int high = {{count}} - 1;
        while (low <= high)
        {
            int middle = low + ((high - low) >> 1);
            int order = {{compare}};
            if (order == 0)
            {
                found = {{element}};
                return true;
            }

            if (order < 0) { low = middle + 1; }
            else { high = middle - 1; }
        }

        found = default;
        return false;
        """);
}

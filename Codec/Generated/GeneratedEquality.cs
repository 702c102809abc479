using Codec.Payloads;

namespace Codec.Generated;

/// <summary>Compares values of generated types. For generated code.</summary>
/// <remarks>Real numbers compare as <see cref="double.Equals(double)"/> compares them: NaN equals NaN, and 0.0 equals -0.0.</remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class GeneratedEquality
{
    // A span of bytes has less than 2 GiB, and an enum at most 8 bytes.
    private const int MaxEnums = int.MaxValue / 8;

    /// <summary>Compares numbers or structs.</summary>
    public static bool Value<T>(T left, T right)
        where T : struct, IEquatable<T> => left.Equals(right);

    /// <summary>Compares numbers or structs that may be missing.</summary>
    public static bool Value<T>(T? left, T? right)
        where T : struct, IEquatable<T> =>
        left.HasValue == right.HasValue && left.GetValueOrDefault().Equals(right.GetValueOrDefault());

    /// <summary>Compares vectors of numbers or structs.</summary>
    /// <returns>Whether both have equal elements in the same order, or both are <see langword="null"/>.</returns>
    public static bool Values<T>(FieldList<T>? left, FieldList<T>? right)
        where T : struct, IEquatable<T>
    {
        if (left is null || right is null)
        {
            return left == right;
        }

        return ReferenceEquals(left, right) || MemoryExtensions.SequenceEqual<T>(left.Items, right.Items);
    }

    /// <summary>Compares vectors of enums.</summary>
    /// <returns>Whether both have equal elements in the same order, or both are <see langword="null"/>.</returns>
    public static bool Enums<T>(FieldList<T>? left, FieldList<T>? right)
        where T : struct, Enum
    {
        if (left is null || right is null)
        {
            return left == right;
        }

        return Enums<T>(left.Items, right.Items, MaxEnums);
    }

    /// <summary>Compares enums, at most as many at once as a span of bytes can contain.</summary>
    internal static bool Enums<T>(ReadOnlySpan<T> left, ReadOnlySpan<T> right, int most)
        where T : struct, Enum
    {
        bool isEqual = left.Length == right.Length;
        for (int i = 0; isEqual && i < left.Length; i += most)
        {
            int count = Math.Min(most, left.Length - i);
            isEqual = MemoryMarshal.AsBytes(left.Slice(i, count)).SequenceEqual(MemoryMarshal.AsBytes(right.Slice(i, count)));
        }

        return isEqual;
    }

    /// <summary>Compares vectors of strings.</summary>
    /// <returns>Whether both have equal elements in the same order, or both are <see langword="null"/>.</returns>
    public static bool Texts(FieldList<string>? left, FieldList<string>? right)
    {
        if (left is null || right is null)
        {
            return left == right;
        }

        // Elements may be null, which SequenceEqual of System.Memory does not accept.
        bool isEqual = left.Count == right.Count;
        for (int i = 0; isEqual && i < left.Count; i++)
        {
            isEqual = left[i] == right[i];
        }

        return isEqual;
    }

    /// <summary>Compares tables or values of unions.</summary>
    /// <returns>Whether all fields are equal, or both values are <see langword="null"/>.</returns>
    /// <exception cref="InvalidOperationException">Tables are nested deeper than 64, or contain themselves.</exception>
    public static bool Nested<T>(T? left, T? right, int depth = 0)
        where T : IGeneratedEquatable<T>
    {
        if (left is null || right is null)
        {
            return left is null && right is null;
        }

        if (typeof(T).IsValueType)
        {
            return left.EqualFields(right, depth);
        }

        if (ReferenceEquals(left, right))
        {
            return true;
        }

        if (depth >= GeneratedBudget.MaxDepth)
        {
            Throw.TablesTooDeep(typeof(T).Name);
        }

        return left.EqualFields(right, depth + 1);
    }

    /// <summary>Compares vectors of tables or of values of unions.</summary>
    /// <returns>Whether both have equal elements in the same order, or both are <see langword="null"/>.</returns>
    /// <exception cref="InvalidOperationException">Tables are nested deeper than 64, or contain themselves.</exception>
    public static bool NestedVector<T>(FieldList<T>? left, FieldList<T>? right, int depth)
        where T : IGeneratedEquatable<T>
    {
        if (left is null || right is null || ReferenceEquals(left, right))
        {
            return ReferenceEquals(left, right);
        }

        bool isEqual = left.Count == right.Count;
        for (int i = 0; isEqual && i < left.Count; i++)
        {
            isEqual = Nested(left[i], right[i], depth);
        }

        return isEqual;
    }
}

using Codec.Payloads;

namespace Codec.Generated;

/// <summary>Combines the values of a generated type into a hash code. For generated code; the netstandard targets have no <c>HashCode</c>.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public struct GeneratedHash
{
    // A multiplier and a shift of MurmurHash3's last step. The shift is used for a rotation.
    private const uint Multiplier = 0x85EBCA6B;
    private const int Shift = 13;

    private uint _hash;
    private int _depth;

    /// <summary>Computes the hash code of a table.</summary>
    /// <exception cref="InvalidOperationException">Tables are nested deeper than 64, or a table contains itself.</exception>
    public static int Of<T>(T table)
        where T : IGeneratedEquatable<T>
    {
        GeneratedHash hash = default;
        hash.Nest(table);
        return hash.ToHashCode();
    }

    /// <summary>Adds a number, an enum or a struct.</summary>
    public void Add<T>(T value)
        where T : struct => Mix(HashOf(value));

    /// <summary>Adds a number, an enum or a struct that may be missing.</summary>
    public void Add<T>(T? value)
        where T : struct => Mix(value.HasValue ? HashOf(value.GetValueOrDefault()) : -1);

    /// <summary>Adds a string.</summary>
    public void Add(string? value) => Mix(value is null ? -1 : StringComparer.Ordinal.GetHashCode(value));

    /// <summary>Adds a vector of numbers, enums or structs.</summary>
    public void Values<T>(FieldList<T>? values)
        where T : struct
    {
        Mix(values?.Count ?? -1);
        for (int i = 0; i < values?.Count; i++)
        {
            Mix(HashOf(values[i]));
        }
    }

    /// <summary>Adds a vector of strings.</summary>
    public void Texts(FieldList<string>? values)
    {
        Mix(values?.Count ?? -1);
        for (int i = 0; i < values?.Count; i++)
        {
            Add(values[i]);
        }
    }

    /// <summary>Adds a table or the value of a union.</summary>
    /// <exception cref="InvalidOperationException">Tables are nested deeper than 64, or a table contains itself.</exception>
    public void Nested<T>(T? value)
        where T : IGeneratedEquatable<T>
    {
        if (value is null)
        {
            Mix(-1);
            return;
        }

        Nest(value);
    }

    /// <summary>Adds a vector of tables or of values of a union.</summary>
    /// <exception cref="InvalidOperationException">Tables are nested deeper than 64, or a table contains itself.</exception>
    public void NestedVector<T>(FieldList<T>? values)
        where T : IGeneratedEquatable<T>
    {
        Mix(values?.Count ?? -1);
        for (int i = 0; i < values?.Count; i++)
        {
            Nested(values[i]);
        }
    }

    /// <summary>Returns the hash code of what was added.</summary>
    public readonly int ToHashCode() => unchecked((int)(_hash ^ (_hash >> 16)));

    // .NET Framework has several hash codes for NaN, but all NaN are equal.
    private static int HashOf<T>(T value)
        where T : struct
    {
        bool isNaN = typeof(T) == typeof(float) ? value is float.NaN : typeof(T) == typeof(double) && value is double.NaN;
        return isNaN ? int.MinValue : value.GetHashCode();
    }

    private void Nest<T>(T value)
        where T : IGeneratedEquatable<T>
    {
        // A union does not add a level.
        int levels = typeof(T).IsValueType ? 0 : 1;
        _depth += levels;
        if (_depth > GeneratedBudget.MaxDepth)
        {
            Throw.TablesTooDeep(typeof(T).Name);
        }

        value.AddFields(ref this);
        _depth -= levels;
    }

    private void Mix(int value)
    {
        unchecked
        {
            _hash = (_hash ^ (uint)value) * Multiplier;
            _hash = ((_hash << Shift) | (_hash >> (32 - Shift))) + (uint)value;
        }
    }
}

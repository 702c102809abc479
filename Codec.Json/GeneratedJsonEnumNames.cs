using System;
using System.ComponentModel;

namespace Codec.Json;

/// <summary>Converts the values of an enum to and from names and numbers. For generated code. Thread-safe.</summary>
/// <typeparam name="T">The enum.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class GeneratedJsonEnumNames<T> : GeneratedJsonNames
    where T : struct, Enum
{
    private readonly Func<T, long> _toNumber;
    private readonly Func<long, T> _fromNumber;

    /// <summary>Creates the names.</summary>
    /// <param name="names">The names with their numbers, such as <c>Say=0 Party=1</c>.</param>
    /// <param name="smallest">The minimum of the enum's integer type.</param>
    /// <param name="largest">The maximum of the enum's integer type.</param>
    /// <param name="toNumber">Converts a value to a number.</param>
    /// <param name="fromNumber">Converts a number to a value.</param>
    /// <param name="isFlags">Whether the values are bits that can be combined.</param>
    public GeneratedJsonEnumNames(string names, long smallest, ulong largest, Func<T, long> toNumber, Func<long, T> fromNumber, bool isFlags = false)
        : base(names, smallest, largest, isFlags)
    {
        _toNumber = toNumber;
        _fromNumber = fromNumber;
    }

    internal long ToNumber(T value) => _toNumber(value);

    internal T FromNumber(long number) => _fromNumber(number);
}

using System;
using System.ComponentModel;

namespace Codec.Json;

/// <summary>An enum's names, and its conversions to and from numbers. For generated code. Safe to share between threads.</summary>
/// <typeparam name="T">The enum.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class GeneratedJsonEnumNames<T> : GeneratedJsonNames
    where T : struct, Enum
{
    private readonly Func<T, long> _toNumber;
    private readonly Func<long, T> _fromNumber;

    /// <summary>Creates the names.</summary>
    /// <param name="names">Names with their numbers, such as <c>Say=0 Party=1</c>.</param>
    /// <param name="smallest">The smallest number that the enum holds.</param>
    /// <param name="largest">The largest number that the enum holds.</param>
    /// <param name="toNumber">Converts a value to a number.</param>
    /// <param name="fromNumber">Converts a number to a value.</param>
    /// <param name="isFlags">Whether the values are bits to combine.</param>
    public GeneratedJsonEnumNames(string names, long smallest, ulong largest, Func<T, long> toNumber, Func<long, T> fromNumber, bool isFlags = false)
        : base(names, smallest, largest, isFlags)
    {
        _toNumber = toNumber;
        _fromNumber = fromNumber;
    }

    internal long ToNumber(T value) => _toNumber(value);

    internal T FromNumber(long number) => _fromNumber(number);
}

using System;
using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;

namespace Codec.Generated;

/// <summary>The exceptions of code that the schema compiler wrote; out of line, so that the callers stay small.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class GeneratedThrow
{
    /// <summary>Checks an index into an array of a struct.</summary>
    /// <param name="index">The index.</param>
    /// <param name="length">The array's length.</param>
    /// <returns>The index.</returns>
    /// <exception cref="ArgumentOutOfRangeException">There is no such element.</exception>
    public static int CheckIndex(int index, int length)
    {
        if ((uint)index >= (uint)length)
        {
            Throw.NoSuchElement(nameof(index), index, length);
        }

        return index;
    }

    /// <summary>Checks an argument.</summary>
    /// <param name="argument">The argument.</param>
    /// <param name="parameter">The parameter's name.</param>
    /// <exception cref="ArgumentNullException">It is null.</exception>
    public static void CheckNotNull(object? argument, string parameter)
    {
        if (argument is null)
        {
            Throw.ArgumentNull(parameter);
        }
    }

    /// <summary>A required field has no value.</summary>
    /// <param name="field">The field, with its table.</param>
    /// <exception cref="InvalidOperationException">Always.</exception>
    [DoesNotReturn]
    public static void RequiredFieldMissing(string field) => Throw.RequiredFieldMissing(field);

    /// <summary>An element of a vector is null.</summary>
    /// <param name="field">The field, with its table.</param>
    /// <exception cref="InvalidOperationException">Always.</exception>
    [DoesNotReturn]
    public static void NullElement(string field) => Throw.NullElement(field);

    /// <summary>A union's value is not of the type that it says.</summary>
    /// <param name="union">The union.</param>
    /// <param name="member">What it says.</param>
    /// <param name="value">What it holds.</param>
    /// <exception cref="InvalidOperationException">Always.</exception>
    [DoesNotReturn]
    public static void WrongUnionValue(string union, string member, object? value) => Throw.WrongUnionValue(union, member, value?.GetType().FullName);

    /// <summary>Tables are nested deeper than any verifier accepts.</summary>
    /// <param name="table">The table.</param>
    /// <exception cref="InvalidOperationException">Always.</exception>
    [DoesNotReturn]
    public static void TablesTooDeep(string table) => Throw.TablesTooDeep(table, GeneratedBudget.MaxDepth);

    /// <summary>A payload is larger than its kind of packet, or memory, allows.</summary>
    /// <param name="table">The table.</param>
    /// <param name="size">What it takes, in bytes.</param>
    /// <param name="limit">What is allowed, in bytes.</param>
    /// <exception cref="InvalidOperationException">Always.</exception>
    [DoesNotReturn]
    public static void PayloadTooLarge(string table, long size, int limit) => Throw.PayloadTooLarge(table, size, limit);

    /// <summary>Another thread changed what was being written.</summary>
    /// <param name="table">The table.</param>
    /// <exception cref="InvalidOperationException">Always.</exception>
    [DoesNotReturn]
    public static void ChangedWhileWriting(string table) => Throw.ChangedWhileWriting(table);
}

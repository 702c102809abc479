using System;
using System.Diagnostics.CodeAnalysis;

namespace Codec;

internal static partial class Throw
{
    [DoesNotReturn]
    internal static void NegativeCount(string parameter, int count) =>
        throw new ArgumentOutOfRangeException(parameter, count, "A count must not be negative.");

    [DoesNotReturn]
    internal static void NoSuchElement(string parameter, int index, int count) =>
        throw new ArgumentOutOfRangeException(parameter, index, Text($"The index must be from 0 to {count - 1L}."));

    [DoesNotReturn]
    internal static void RequiredFieldMissing(string field) =>
        throw new InvalidOperationException(Text($"The field {field} is required and has no value."));

    [DoesNotReturn]
    internal static void NullElement(string field) =>
        throw new InvalidOperationException(Text($"The vector {field} contains null; its elements must have values."));

    [DoesNotReturn]
    internal static void TablesTooDeep(string table, int limit) =>
        throw new InvalidOperationException(Text($"The table {table} is nested deeper than {limit} tables, or contains itself."));

    [DoesNotReturn]
    internal static void PayloadTooLarge(string table, long size, int limit) =>
        throw new InvalidOperationException(Text($"The payload {table} takes {size} bytes; {limit} are allowed."));

    [DoesNotReturn]
    internal static void NotReadable(string table) =>
        throw new InvalidOperationException(Text($"The view has no table {table}, or the table refers to far more memory than the size of its payload."));

    [DoesNotReturn]
    internal static void VectorFull(int capacity) =>
        throw new InvalidOperationException(Text($"The vector was started for {capacity} elements and has them all."));

    [DoesNotReturn]
    internal static void ChangedWhileWriting(string table) =>
        throw new InvalidOperationException(Text($"The {table} grew while it was being written."));
}

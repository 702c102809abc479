namespace Codec;

internal static partial class Throw
{
    [DoesNotReturn]
    internal static void NegativeCount(string parameter, int count) =>
        throw new ArgumentOutOfRangeException(parameter, count, Text($"The {parameter} must not be negative, but was {count}."));

    [DoesNotReturn]
    internal static void NoSuchElement(int index, int count) =>
        throw new ArgumentOutOfRangeException(nameof(index), index, Text($"The index is {index}, but the number of elements is {count}."));

    [DoesNotReturn]
    internal static void RequiredFieldMissing(string field) =>
        throw new InvalidOperationException(Text($"The field {field} is required and has no value."));

    [DoesNotReturn]
    internal static void NullElement(string field) =>
        throw new InvalidOperationException(Text($"The vector {field} contains null; its elements must not be null."));

    [DoesNotReturn]
    internal static void TablesTooDeep(string table) =>
        throw new InvalidOperationException(Text($"The table {table} is nested deeper than {Generated.GeneratedBudget.MaxDepth} tables, or contains itself."));

    [DoesNotReturn]
    internal static void PayloadTooLarge(string table, long size, int limit) =>
        throw new InvalidOperationException(Text($"The payload {table} takes {size} bytes; at most {limit} are allowed."));

    [DoesNotReturn]
    internal static void MaxSizeTooLarge(string table, long size) =>
        throw new InvalidOperationException(Text($"The payload {table} can take up to {size} bytes; at most {int.MaxValue} are allowed."));

    [DoesNotReturn]
    internal static void NotReadable(string table) =>
        throw new InvalidOperationException(Text(
            $"The view has no {table}, a table that it refers to is missing, or copying it exceeds the limits on depth, tables or memory."));

    [DoesNotReturn]
    internal static void VectorFull(int capacity) =>
        throw new InvalidOperationException(Text($"The vector is full: it was started for {capacity} elements."));

    [DoesNotReturn]
    internal static void WriterOfOtherPayload(int end, int written) =>
        throw new InvalidOperationException(Text(
            $"The nested writer refers to the first {end} bytes, but the payload has {written}. Use it only with the PayloadWriter and the payload of its table."));

    [DoesNotReturn]
    internal static void NotPackable(string table) =>
        throw new InvalidOperationException(Text($"{table} cannot be packed: its tables are nested deeper than packet_max_depth."));

    [DoesNotReturn]
    internal static void NoDeltaMessage(string table) =>
        throw new InvalidOperationException(Text($"There is no {table} yet. Call Advance before a packet is sent."));

    [DoesNotReturn]
    internal static void ChangedWhileWriting(string table) =>
        throw new InvalidOperationException(Text($"{table} needs more bytes than its maximum size. It must not change while it is being written."));
}

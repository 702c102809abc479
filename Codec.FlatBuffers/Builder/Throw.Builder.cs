using System;
using System.Diagnostics.CodeAnalysis;

namespace Google.FlatBuffers;

internal static partial class Throw
{
    [DoesNotReturn]
    internal static void NotIdle(BuilderState state) => throw new InvalidOperationException(
        state switch
        {
            BuilderState.InTable => "Objects must not be nested: a table is open; create its strings, vectors and tables before StartTable.",
            BuilderState.InVector => "Objects must not be nested: a vector is open; create what it refers to before StartVector.",
            BuilderState.Lost => "Another builder has used the buffer; call Clear before building the next message.",
            _ => "The buffer is finished; call Clear before building the next one.",
        });

    [DoesNotReturn]
    internal static void NoTableStarted(BuilderState state)
    {
        if (state == BuilderState.Lost)
        {
            NotIdle(state);
        }

        throw new InvalidOperationException("EndTable was called without StartTable.");
    }

    [DoesNotReturn]
    internal static void NoVectorStarted(BuilderState state)
    {
        if (state == BuilderState.Lost)
        {
            NotIdle(state);
        }

        throw new InvalidOperationException("EndVector was called without StartVector.");
    }

    [DoesNotReturn]
    internal static void WrongVectorLength(long declared, long added) =>
        throw new InvalidOperationException(Text($"The vector was started with {declared} bytes of elements, and {added} bytes were added."));

    [DoesNotReturn]
    internal static void FieldCount(int numfields) =>
        throw new ArgumentOutOfRangeException(
            nameof(numfields), numfields, Text($"A table cannot have {numfields} fields; it has 0 to {FlatBufferBuilder.MaxFields}."));

    [SuppressMessage("Usage", "CA2201:Do not raise reserved exception types", Justification = "The type that callers of the package see.")]
    [DoesNotReturn]
    internal static void SlotOutOfRange(int voffset, BuilderState state, int numfields) =>
        throw new IndexOutOfRangeException(
            state != BuilderState.InTable
                ? Text($"Field {voffset} was set outside of a table.")
                : Text($"Field {voffset} was set in a table that was started with {numfields} fields."));

    [DoesNotReturn]
    internal static void OffsetOutOfRange(int offset, int used) =>
        throw new ArgumentOutOfRangeException(
            nameof(offset),
            offset,
            used == 0
                ? Text($"The offset {offset} does not refer to an object in this buffer; the buffer is empty.")
                : Text($"The offset {offset} does not refer to an object in this buffer; it must be from 1 to {used}."));

    [DoesNotReturn]
    internal static void StructNotInline(int offset, int used) =>
        throw new InvalidOperationException(
            Text($"A struct must be written inline, right before it is added: it is at offset {offset}, and the table is at {used}."));

    [DoesNotReturn]
    internal static void RequiredFieldMissing(int field) =>
        throw new InvalidOperationException(Text($"The required field at vtable offset {field} is not set."));

    [DoesNotReturn]
    internal static void TableTooLarge(int size) =>
        throw new InvalidOperationException(
            Text($"The table's fields need {size} bytes; the 16-bit offsets of a vtable allow at most {ushort.MaxValue}."));

    [DoesNotReturn]
    internal static void NoRoomAfterPrep(long size, long available) =>
        throw new ArgumentOutOfRangeException(
            nameof(size), size, Text($"Cannot write {size} bytes: {available} are free. Call Prep or an Add method to make space."));

    [DoesNotReturn]
    internal static void TooLargeToGrow(long needed, int limit) =>
        throw new InvalidOperationException(Text($"The buffer would need {needed} bytes; it cannot grow beyond {limit}."));

    [DoesNotReturn]
    internal static void ChangedWhileGrowing() =>
        throw new InvalidOperationException("The buffer or the builder was used by the buffer's allocator while the buffer grew.");

    [DoesNotReturn]
    internal static void VectorSize(int elemSize, int count, int alignment) =>
        throw new ArgumentOutOfRangeException(
            nameof(count), count, Text($"A vector of {count} elements of {elemSize} bytes, aligned to {alignment}, cannot be built."));

    [DoesNotReturn]
    internal static void Alignment(int size) =>
        throw new ArgumentOutOfRangeException(nameof(size), size, Text($"The alignment is {size}; it must be a power of two, in bytes."));

    [DoesNotReturn]
    internal static void BuilderDisposed() => throw new ObjectDisposedException(nameof(PooledFlatBufferBuilder));
}

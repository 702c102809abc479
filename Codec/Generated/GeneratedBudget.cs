using Codec.Payloads;

namespace Codec.Generated;

/// <summary>
/// The remaining work and memory that reading a payload into objects may cost. Many offsets can refer to one table, so a small payload can describe
/// unlimited work.
/// </summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public struct GeneratedBudget
{
    /// <summary>The largest depth of nested tables: the default of FlatBuffers' verifiers.</summary>
    public const int MaxDepth = 64;

    // The memory on 64-bit .NET, including the rounding up to 8 bytes: of a string without its characters, of a FieldList and its array without the
    // elements, and of a boxed struct without its bytes. A small payload can contain many texts of one character, or empty vectors.
    private const int TextOverhead = 28;
    private const int VectorOverhead = 64;
    private const int BoxOverhead = 24;

    // Many tables may share a text, so the memory may exceed the payload's size. 16 MiB is 256 times the largest payload of the default packet
    // format. Payloads of more than 1 MiB get 16 times their size.
    private const long MinBytes = 16 << 20;
    private const int BytesPerPayloadByte = 16;

    // A table takes at least 4 bytes, so there can be more than one table for each 4 bytes only if tables are shared. 16,384 is this number for the
    // largest payload of the default packet format, and lets smaller payloads share tables. A million is the default of FlatBuffers' verifiers.
    private const int MinTables = 16 * 1024;
    private const int MostTables = 1_000_000;

    // Negative after the payload was refused.
    private int _tables;
    private long _bytes;

    /// <summary>Creates the budget for a payload whose schema limits its tables.</summary>
    public GeneratedBudget(int payloadSize, int tables)
    {
        _tables = tables < 0 ? MaxTables(payloadSize) : tables;
        _bytes = Math.Max(MinBytes, (long)BytesPerPayloadByte * payloadSize);
    }

    /// <summary>Returns the limit of tables if the schema has none: one for each 4 bytes of payload, at least 16,384 and at most 1,000,000.</summary>
    public static int MaxTables(int payloadSize) => Math.Min(MostTables, Math.Max(MinTables, payloadSize / 4));

    /// <summary>Gets a value indicating whether everything so far was within the budget, and the payload was not refused.</summary>
    public readonly bool IsValid => _tables >= 0 && _bytes >= 0;

    /// <summary>Takes a table.</summary>
    /// <returns><see langword="false"/> if nothing more may be read.</returns>
    public bool TakeTable(int depth)
    {
        if (_tables > 0 && depth <= MaxDepth)
        {
            _tables--;
            return true;
        }

        Refuse();
        return false;
    }

    /// <summary>Refuses the payload, such as one in which an element of a vector has no table.</summary>
    public void Refuse()
    {
        _tables = -1;
    }

    /// <summary>Refuses the payload.</summary>
    /// <returns><paramref name="kept"/>.</returns>
    public T Refuse<T>(T kept)
    {
        Refuse();
        return kept;
    }

    /// <summary>Takes the memory of a list and resizes it.</summary>
    /// <returns>The elements; empty if nothing more may be read.</returns>
    public Span<T> Resize<T>(FieldList<T> list, int count) => TakeVector<T>(count) ? list.Reuse(count) : default;

    /// <summary>Takes the memory of a string.</summary>
    /// <param name="utf8Length">The size of the text in the payload, in bytes. The string has at most as many characters.</param>
    /// <returns><see langword="false"/> if nothing more may be read.</returns>
    public bool TakeText(int utf8Length) => TakeBytes(TextOverhead + (2L * utf8Length));

    /// <summary>Takes the memory of a list, without the objects that its elements refer to.</summary>
    /// <returns><see langword="false"/> if nothing more may be read.</returns>
    public bool TakeVector<T>(int count) => TakeBytes(VectorOverhead + ((long)count * Unsafe.SizeOf<T>()));

    /// <summary>Takes the memory of a struct that is boxed, as in a union.</summary>
    /// <returns><see langword="false"/> if nothing more may be read.</returns>
    public bool TakeBoxed<T>()
        where T : struct => TakeBytes(BoxOverhead + Unsafe.SizeOf<T>());

    private bool TakeBytes(long count) => (_bytes -= count) >= 0;
}

namespace Codec.Generated;

/// <summary>The position of a union's value in a payload that was not verified.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public readonly ref struct UnionReader
{
    private readonly ReadOnlySpan<byte> _buffer;
    private readonly int _slot;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal UnionReader(ReadOnlySpan<byte> buffer, int slot)
    {
        _buffer = buffer;
        _slot = slot;
    }

    /// <summary>Gets a value indicating whether the payload has the field.</summary>
    public bool IsPresent => _slot != 0;

    /// <summary>Gets the value as a table.</summary>
    public TableReader<T> Table<T>()
        where T : struct, ITableLayout => TableReader<T>.At(_buffer, _slot);

    /// <summary>Copies the value, a table, into an object, or into a new one.</summary>
    public T? ReadTable<T, TLayout>(T? target, ref GeneratedBudget budget, int depth)
        where T : class
        where TLayout : struct, IObjectReader<TLayout> => Unsafe.As<T?>(default(TLayout).Read(Table<TLayout>(), target, ref budget, depth));

    /// <summary>Gets the value as a struct.</summary>
    public T? Struct<T>()
        where T : unmanaged, IWireStruct
    {
        int place = GeneratedReader.Struct(_buffer, _slot, Unsafe.SizeOf<T>());
        return place == 0 ? default(T?) : GeneratedBytes.Load<T>(ref GeneratedBytes.Place(_buffer, place));
    }

    /// <summary>Gets the value as a text.</summary>
    public string? Text() => GeneratedReader.Text(_buffer, _slot);

    /// <summary>Gets the value as a text in UTF-8, without its terminator.</summary>
    public ReadOnlySpan<byte> Utf8() => GeneratedReader.Bytes(_buffer, _slot);

    /// <summary>Returns a text as a string: <paramref name="value"/> itself, if it is the same ASCII text.</summary>
    public string? ReadText(string? value, ref GeneratedBudget budget) => GeneratedReader.ReadText(_buffer, _slot, value, null, ref budget);
}

namespace Codec.Generated;

/// <summary>A vector of tables in a payload that was not verified.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public readonly ref struct TableVector<TLayout>
    where TLayout : struct, ITableLayout
{
    private readonly ReadOnlySpan<byte> _buffer;
    private readonly int _start;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal TableVector(ReadOnlySpan<byte> buffer, int slot)
    {
        _buffer = buffer;
        _start = GeneratedReader.Vector(buffer, slot, 4, out int count);
        Count = count;
    }

    /// <summary>Gets the number of tables.</summary>
    public int Count { get; }

    /// <summary>Gets a table; the default value for an index out of range.</summary>
    public TableReader<TLayout> this[int index]
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => unchecked((uint)index) < (uint)Count ? TableReader<TLayout>.At(_buffer, _start + (4 * index)) : default;
    }

    /// <summary>Returns an enumerator over the tables.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Enumerator GetEnumerator() => new(this);

    /// <summary>Enumerates the tables of a vector.</summary>
    public ref struct Enumerator
    {
        private readonly ReadOnlySpan<byte> _buffer;
        private readonly nint _last;
        private nint _slot;
        private long _vtable;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal Enumerator(TableVector<TLayout> vector)
        {
            _buffer = vector._buffer;
            _vtable = TableReader<TLayout>.NoKnownVTable;

            // Without elements, the slot stays at 0, so that Current reads inside the payload even if it is called before MoveNext.
            _slot = vector.Count == 0 ? 0 : vector._start - 4;
            _last = _slot + (4 * (nint)vector.Count);
        }

        /// <summary>Gets the current table.</summary>
        public TableReader<TLayout> Current
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get => TableReader<TLayout>.At(_buffer, _slot, ref _vtable);
        }

        /// <summary>Advances to the next table.</summary>
        /// <returns><see langword="false"/> after the last one.</returns>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public bool MoveNext()
        {
            if (_slot == _last)
            {
                return false;
            }

            _slot += 4;
            return true;
        }
    }
}

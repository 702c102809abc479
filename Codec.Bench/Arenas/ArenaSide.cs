namespace Codec.Bench.Arenas;

/// <summary>A serializer in C# that takes part in an arena, used in the fastest way that its documentation describes.</summary>
internal abstract class ArenaSide
{
    internal abstract string Name { get; }

    /// <summary>Returns a function that does the job and returns the size in bytes, or <see langword="null"/> if the job does not write.</summary>
    internal abstract Func<int>? Writer(ArenaJob job);

    /// <summary>
    /// Returns a function that does the job and returns the sum of the fields or 1, or <see langword="null"/> if the job does not read.
    /// </summary>
    internal abstract Func<ulong>? Reader(ArenaJob job);

    /// <summary>Returns what the side reads of what it wrote: a new root object, and one that is used again.</summary>
    internal abstract IEnumerable<object> ReadBack();
}

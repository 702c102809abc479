namespace Codec.Payloads;

/// <summary>The tables of one place in the schema, which are visited at once. All indexes are those of positions.</summary>
/// <param name="at">The index of the positions of the tables, after which the numbers of their vtables follow.</param>
/// <param name="count">The number of tables.</param>
/// <param name="vtables">The index of the positions of the vtables by number; -1 for that of a missing table.</param>
/// <param name="different">The number of vtables.</param>
internal readonly struct TableRows(int at, int count, int vtables, int different)
{
    /// <summary>The tables of a baseline that does not exist.</summary>
    internal static readonly TableRows None = new(-1, 0, 0, 0);

    internal int At => at;
    internal int Count => count;
    internal int VTables => vtables;
    internal int Different => different;
    internal bool Exist => at >= 0;
}

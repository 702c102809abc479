namespace Codec.Generated;

/// <summary>Verifies the fields of a table. Implemented and called like <see cref="ITableLayout"/>.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public interface ITableVerifier : ITableLayout
{
    /// <summary>Gets whether the table refers to no other table.</summary>
    bool IsFlat { get; }

    /// <summary>Verifies the fields.</summary>
    /// <param name="table">The table.</param>
    /// <param name="depth">The nesting depth of the table, from 1.</param>
    /// <param name="budget">The work that may still be done.</param>
    /// <returns>Whether all of them are valid.</returns>
    bool Verify(TableFields table, int depth, ref GeneratedVerifierBudget budget);
}

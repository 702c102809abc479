namespace Codec.Generated;

/// <summary>Copies a table into an object.</summary>
/// <typeparam name="TLayout">The type that implements the interface.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
public interface IObjectReader<TLayout> : ITableLayout
    where TLayout : struct, IObjectReader<TLayout>
{
    /// <summary>Copies a table.</summary>
    /// <param name="table">The table.</param>
    /// <param name="target">The object to overwrite, or null for a new one.</param>
    /// <param name="budget">The work and memory that reading may still cost.</param>
    /// <param name="depth">The nesting depth of the table, from 1.</param>
    /// <returns>The object, or null if there is no table or the budget is spent.</returns>
    object? Read(in TableReader<TLayout> table, object? target, ref GeneratedBudget budget, int depth);
}

namespace Codec.Generated;

/// <summary>Copies a table into an object.</summary>
/// <typeparam name="TLayout">The type that implements the interface.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
public interface IObjectReader<TLayout> : ITableLayout
    where TLayout : struct, IObjectReader<TLayout>
{
    /// <summary>Copies a table.</summary>
    /// <returns>The object, or null if there is no table or the budget is spent.</returns>
    object? Read(in TableReader<TLayout> table, object? target, ref GeneratedBudget budget, int depth);
}

namespace Codec.Interpreter;

/// <summary>The last vtable that was written for the tables of a vector. The next table with the same fields shares it.</summary>
/// <param name="Position">The index of the vtable, or 0 if there is none.</param>
/// <param name="Shape">The missing fields, one bit for each.</param>
internal readonly record struct PayloadVTable(int Position, ulong Shape)
{
    /// <summary>Returns whether a table can share the vtable.</summary>
    /// <param name="shape">The missing fields of the table, one bit for each.</param>
    public bool Has(ulong shape) => Position != 0 && Shape == shape && shape < Generated.GeneratedVTable.Unshared;
}

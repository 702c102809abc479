namespace Codec.Cli.Payloads;

/// <summary>The vtable that was written last for the tables of a vector. The next table with the same fields shares it.</summary>
/// <param name="Position">The place of the vtable; 0 if there is none.</param>
/// <param name="Shape">The fields that it lacks, a bit each.</param>
internal readonly record struct PayloadVTable(int Position, ulong Shape)
{
    /// <summary>Returns whether a table can share the vtable.</summary>
    /// <param name="shape">The fields that the table lacks.</param>
    public bool Has(ulong shape) => Position != 0 && Shape == shape && shape < Generated.GeneratedVTable.Unshared;
}

namespace Codec.Schema.Layout;

internal static class TableCheck
{
    /// <summary>Returns a diagnostic for each table that is too large for its vtable, and for each field with a 64-bit offset.</summary>
    public static IEnumerable<SchemaDiagnostic> Find(SchemaModel? model, SchemaRule rule)
    {
        foreach (TableDefinition table in model?.Tables ?? [])
        {
            if (new TableLayout(table).Size is > TableLayout.MaxSize and int size)
            {
                yield return SchemaDiagnostic.Create(rule, table.Span, FormattableString.Invariant(
                    $"'{table.FullName}' needs {size} bytes for all of its fields, more than a vtable can describe; expected at most {TableLayout.MaxSize}."));
            }

            foreach (TableField field in table.Fields.Where(field => field.IsOffset64 && !field.IsDeprecated))
            {
                yield return SchemaDiagnostic.Create(
                    rule,
                    field.Span,
                    $"'{field.Name}' of '{table.FullName}' has a 64-bit offset, for payloads above 2 GiB. No packet is that large. Remove 'offset64', and write '[T]' instead of 'vector64'. Split large data over several packets.");
            }
        }
    }
}

namespace Codec.Cli.Check;

/// <summary>A version of a schema, and the printer of findings in its files.</summary>
internal sealed record ComparedVersion(SchemaModel Model, FindingPrinter Printer);

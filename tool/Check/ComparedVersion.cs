namespace Codec.Cli.Check;

internal sealed record ComparedVersion(SchemaModel Model, FindingPrinter Printer);

namespace Codec.Cli.Traffic;

internal enum SourceKind
{
    Other,
    Capture,
    Gzip,
    Zip,
}

namespace Codec.Cli.Payloads;

/// <summary>A table, a vtable, a vector or a string in a payload.</summary>
/// <param name="Title">What it is.</param>
/// <param name="End">Where it ends: padding before that belongs to it.</param>
internal readonly record struct ByteSection(string Title, int End);

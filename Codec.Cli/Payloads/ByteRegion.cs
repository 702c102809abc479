namespace Codec.Cli.Payloads;

/// <summary>Bytes of a payload with one meaning.</summary>
/// <param name="Offset">Where they begin.</param>
/// <param name="Length">How many there are.</param>
/// <param name="Type">Their type in C++.</param>
/// <param name="Value">Their value.</param>
/// <param name="Comment">What they are.</param>
/// <param name="Section">The index of the section that they belong to.</param>
internal readonly record struct ByteRegion(int Offset, int Length, string Type, string Value, string Comment, int Section);

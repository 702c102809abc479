namespace Codec.Bench.Report;

/// <summary>A row of the README's table: this library beside what people use instead.</summary>
public sealed record Headline(string Title, string Page, string Question, string Ours, string Peer);

namespace Codec.Bench.Report;

/// <summary>A row of the README's table: the fastest way of this library beside the fastest peer.</summary>
public sealed record Headline(string Title, string Page, Question Question);

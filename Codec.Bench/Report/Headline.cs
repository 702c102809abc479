namespace Codec.Bench.Report;

/// <summary>A row of the README's table: this library beside what people use instead.</summary>
/// <param name="Title">The job.</param>
/// <param name="Page">The id of the page.</param>
/// <param name="Question">The id of the question.</param>
/// <param name="Ours">The way of this library.</param>
/// <param name="Peer">The other way.</param>
public sealed record Headline(string Title, string Page, string Question, string Ours, string Peer);

namespace Codec.Bench.Report;

/// <summary>A page of the report, with results of its own.</summary>
/// <param name="Id">The file name, without its extension.</param>
/// <param name="Title">The heading.</param>
/// <param name="Conditions">What the figures hold for.</param>
/// <param name="Groups">The tables.</param>
public sealed record Page(string Id, string Title, string Conditions, IReadOnlyList<Group> Groups)
{
    /// <summary>Gets whether the page ends with the sizes of the packets that its first group wrote.</summary>
    public bool HasPacketSizes { get; init; }

    public IEnumerable<Question> Questions => Groups.SelectMany(group => group.Questions);
}

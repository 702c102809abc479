namespace Codec.Bench.Report;

public sealed record Page(string Id, string Title, string Conditions, IReadOnlyList<Group> Groups)
{
    /// <summary>Gets whether the page ends with the sizes of the packets that its first group wrote.</summary>
    public bool HasPacketSizes { get; init; }

    /// <summary>Gets what runs before the page is measured, and throws if its ways do not do the same.</summary>
    public Action? Prepare { get; init; }

    public IEnumerable<Question> Questions => Groups.SelectMany(group => group.Questions);
}

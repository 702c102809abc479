namespace Codec.Schema;

/// <summary>Follows the references between names.</summary>
internal static class Reachable
{
    /// <summary>Returns the names and all names that they lead to. A chain of references may be longer than a recursion can be.</summary>
    public static HashSet<string> From(IEnumerable<string> start, Func<string, IEnumerable<string>> next)
    {
        HashSet<string> reached = new(start, StringComparer.Ordinal);
        Queue<string> open = new(reached);
        while (open.Count > 0)
        {
            foreach (string name in next(open.Dequeue()).Where(reached.Add))
            {
                open.Enqueue(name);
            }
        }

        return reached;
    }
}

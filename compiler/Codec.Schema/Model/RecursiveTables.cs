using System;
using System.Collections.Generic;
using System.Linq;

namespace Codec.Schema.Model;

/// <summary>Finds the tables that can be nested without limit.</summary>
internal static class RecursiveTables
{
    /// <summary>Returns the full names of the tables that can reach themselves, and of all tables that these can reach.</summary>
    /// <param name="model">The model.</param>
    /// <param name="children">A delegate that returns the tables that the fields of a table refer to.</param>
    public static HashSet<string> Find(SchemaModel model, Func<string, IEnumerable<string>> children)
    {
        HashSet<string> found = new(StringComparer.Ordinal);
        foreach (string table in model.Tables.Select(table => table.FullName).Where(table => !found.Contains(table)))
        {
            HashSet<string> reached = Reach(table, children);
            if (reached.Contains(table))
            {
                found.UnionWith(reached);
            }
        }

        return found;
    }

    private static HashSet<string> Reach(string start, Func<string, IEnumerable<string>> children)
    {
        HashSet<string> reached = new(StringComparer.Ordinal);
        Stack<string> open = new(children(start));
        while (open.Count > 0)
        {
            string name = open.Pop();
            if (reached.Add(name))
            {
                foreach (string child in children(name))
                {
                    open.Push(child);
                }
            }
        }

        return reached;
    }
}

using NUnit.Framework.Internal;

namespace Codec.Tests.Mono;

/// <summary>Selects the tests whose full names start with a prefix, and with none of the names that are left out. Tests in the journal do not run again.</summary>
internal sealed class NameFilter(string start, IReadOnlyList<string> leftOut, RunJournal journal) : TestFilter
{
    public override bool Match(ITest test) =>
        !test.IsSuite
        && test.FullName.StartsWith(start, StringComparison.Ordinal)
        && !leftOut.Any(name => test.FullName.StartsWith(name, StringComparison.Ordinal))
        && !journal.Contains(test);

    public override bool Pass(ITest test, bool negated)
    {
        if (Match(test))
        {
            return true;
        }

        foreach (ITest child in test.Tests)
        {
            if (Pass(child, negated))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Returns whether to run a test that is marked as explicit: only if its full name is given.</summary>
    public override bool IsExplicitMatch(ITest test) => test.FullName == start;

    public override TNode AddToXml(TNode parentNode, bool recursive) => parentNode.AddElement("filter", start);
}

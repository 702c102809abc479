using NUnit.Framework.Internal;

namespace Codec.Tests.Mono;

/// <summary>Selects the tests whose full names start with a prefix.</summary>
internal sealed class NameFilter(string start) : TestFilter
{
    public override bool Match(ITest test) => !test.IsSuite && test.FullName.StartsWith(start, StringComparison.Ordinal);

    public override bool Pass(ITest test, bool negated) => Match(test) || test.Tests.Any(child => Pass(child, negated));

    /// <summary>Returns whether to run a test that is marked as explicit: only if its full name is given.</summary>
    public override bool IsExplicitMatch(ITest test) => test.FullName == start;

    public override TNode AddToXml(TNode parentNode, bool recursive) => parentNode.AddElement("filter", start);
}

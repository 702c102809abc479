using System;
using NUnit.Framework.Interfaces;
using NUnit.Framework.Internal;

namespace Codec.Tests.Mono;

/// <summary>Selects the tests whose full names start with a prefix.</summary>
internal sealed class NameFilter(string start) : TestFilter
{
    public override bool Match(ITest test) => !test.IsSuite && test.FullName.StartsWith(start, StringComparison.Ordinal);

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

    public override TNode AddToXml(TNode parentNode, bool recursive) => parentNode.AddElement("filter", start);
}

using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;
using NUnit.Framework;

namespace Codec.Tests.Architecture;

/// <summary>A packet walks through the library's folders in one direction, and a folder knows only the ones before it.</summary>
[TestFixture]
public sealed partial class FolderOrderTests
{
    /// <summary>The folders of the library from the bottom up; Compat serves all of them.</summary>
    private static readonly string[] Order = ["Packets", "Buffers", "Framing", "Payloads", "Generated", "Dispatch", "Transport", "Capture"];

    [Test]
    public void Every_folder_has_its_place() =>
        Assert.That(
            Repository.SourceFiles("Codec").Where(file => file.Count(character => character == '/') > 1).Select(file => file.Split('/')[1]).Distinct(),
            Is.SubsetOf(Order.Append("Compat")));

    [Test]
    public void A_folder_knows_only_the_ones_before_it()
    {
        List<string> strays = [];
        foreach (string file in Repository.SourceFiles("Codec"))
        {
            int place = Array.IndexOf(Order, file.Split('/')[1]);
            strays.AddRange(Using().Matches(Repository.Read(file)).Select(match => match.Groups[1].Value)
                .Where(used => place >= 0 && Array.IndexOf(Order, used) > place)
                .Select(used => $"{file} uses {used}"));
        }

        Assert.That(strays, Is.Empty);
    }

    [GeneratedRegex(@"\bCodec\.(\w+)")]
    private static partial Regex Using();
}

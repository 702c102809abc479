using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;
using NUnit.Framework;

namespace Codec.Tests.Architecture;

/// <summary>Checks that a folder of the library depends only on the folders before it, in the order in which a packet passes through them.</summary>
[TestFixture]
public sealed partial class FolderOrderTests
{
    /// <summary>
    /// The folders of the library, from the lowest layer to the highest. Folders in one group may use each other. All folders may use Compat, which
    /// may use what Internals may use.
    /// </summary>
    private static readonly string[][] Order = [["Internals"], ["Packets"], ["Framing"], ["Payloads", "Generated"], ["Dispatch"], ["Transport"]];

    [Test]
    public void Every_folder_has_a_level() =>
        Assert.That(
            Repository.SourceFiles("Codec").Where(file => file.Count(character => character == '/') > 1).Select(file => file.Split('/')[1]).Distinct(),
            Is.SubsetOf(Order.SelectMany(group => group).Append("Compat")));

    [Test]
    public void A_folder_uses_only_folders_of_its_level_or_lower()
    {
        List<string> strays = [];
        foreach (string file in Repository.SourceFiles("Codec"))
        {
            string folder = file.Split('/')[1];
            int level = LevelOf(folder == "Compat" ? "Internals" : folder);
            strays.AddRange(Using().Matches(Repository.Read(file)).Select(match => match.Groups["folder"].Value)
                .Where(used => level >= 0 && LevelOf(used) > level)
                .Select(used => $"{file} uses {used}"));
        }

        Assert.That(strays, Is.Empty);
    }

    private static int LevelOf(string folder) => Array.FindIndex(Order, group => group.Contains(folder));

    // In the namespace Codec.Packets, Framing.X means Codec.Framing.X.
    [GeneratedRegex(@"\bCodec\.(?<folder>\w+)|(?<![\w.])(?<folder>\w+)(?=\.[A-Z])")]
    private static partial Regex Using();
}

using System;
using System.IO;
using System.Linq;
using Codec.Bench;
using NUnit.Framework;

namespace Codec.Tests.Bench;

/// <summary>Tests that the files of benchmarks that were stopped do not remain.</summary>
public sealed class TemporaryFileTests
{
    [Test]
    public void Files_of_processes_that_no_longer_run_are_deleted()
    {
        string folder = Directory.CreateTempSubdirectory("codec-bench").FullName;
        try
        {
            string[] names = [$"{Environment.ProcessId}-running", $"{int.MaxValue}-ended", "another"];
            Array.ForEach(names, name => File.WriteAllText(Path.Combine(folder, name), ""));
            Assert.That(TemporaryFile.Prepare(folder), Is.EqualTo(folder));
            Assert.That(Directory.GetFiles(folder).Select(Path.GetFileName), Is.EquivalentTo((string[])[names[0], names[2]]));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}

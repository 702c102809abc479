using System;
using System.ComponentModel;
using System.IO;
using System.Net.Sockets;
using Codec.Bench.Commands;
using Codec.Bench.Reports;
using NUnit.Framework;

namespace Codec.Tests.Bench;

/// <summary>Tests which exceptions end the program with one line, and that output files are checked before a measurement.</summary>
public sealed class ExpectedFailureTests
{
    private static readonly Exception[] Expected =
    [
        new ArgumentException("no"), new ArgumentException("no", "arguments"), new TimeoutException("no"), new InvalidDataException("no"), new IOException("no"), new UnauthorizedAccessException("no"),
        new SocketException(1, "no"), new Win32Exception("no"), new AggregateException(new IOException("no")),
    ];

    [TestCaseSource(nameof(Expected))]
    public void A_failure_of_a_file_a_socket_or_a_tool_is_expected(Exception failure) => Assert.That(ExpectedFailure.Message(failure), Is.EqualTo("no"));

    [Test]
    public void A_bug_is_not_expected_and_a_message_is_one_line()
    {
        Assert.That(ExpectedFailure.Message(new NotSupportedException()), Is.Null);
        Assert.That(ExpectedFailure.Message(new AggregateException(new NotSupportedException())), Is.Null);
        Assert.That(ExpectedFailure.Message(new InvalidOperationException("one\ntwo")), Is.EqualTo("one two"));
    }

    [Test]
    public void A_program_that_was_built_from_other_code_is_rejected()
    {
        Assert.That(
            () => ReportHost.CheckBuild("0.2.0+581d7aec38ebcc1448e314db9c44ac6ae27fc544", built => built[..4] + ".cs\nb.cs\n"),
            Throws.TypeOf<InvalidDataException>().With.Message.EqualTo("This program was built from commit 581d7aec38eb, and 581d.cs has changed since then; build it again."));
        Assert.That(() => ReportHost.CheckBuild("0.2.0+581d7aec38ebcc1448e314db9c44ac6ae27fc544", _ => ""), Throws.Nothing);
        Assert.That(() => ReportHost.CheckBuild("0.2.0", _ => "a.cs\n"), Throws.Nothing, "The sources have no history.");
    }

    [Test]
    public void An_output_file_is_checked_without_being_changed()
    {
        string folder = Directory.CreateTempSubdirectory("codec-bench").FullName;
        try
        {
            string file = Path.Combine(folder, "new", "figures.json");
            OutputFile.Check(file);
            Assert.That((Directory.Exists(Path.GetDirectoryName(file)), File.Exists(file)), Is.EqualTo((true, false)));
            File.WriteAllText(file, "saved");
            OutputFile.Check(file);
            Assert.That(File.ReadAllText(file), Is.EqualTo("saved"));
            Assert.That(() => OutputFile.Check(folder), Throws.InstanceOf<UnauthorizedAccessException>());
            Assert.That(() => OutputFile.Check(Path.Combine(file, "below")), Throws.InstanceOf<IOException>());
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}

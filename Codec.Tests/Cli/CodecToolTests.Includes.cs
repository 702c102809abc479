using System;
using System.IO;
using NUnit.Framework;

namespace Codec.Tests.Cli;

/// <summary>Which file an include means to the tool. The corpus of schemas compares the rule with flatc 25.12, these tests with the flatc on the PATH.</summary>
public sealed partial class CodecToolTests
{
    private const string Include = "include \"a.fbs\"; table R { x:int; }";

    [Test]
    public void Included_files_are_found_beside_and_in_include_folders()
    {
        Put("shared/far.fbs", "struct Far { x:int; }");
        Put("near.fbs", "include \"far.fbs\"; struct Near { x:Far; }");
        string schema = Put("a.fbs", "include \"near.fbs\"; table T { x:Near; y:Far; }");
        Assert.That(Run("gen", "cpp", schema, "-o", _folder).Output, Does.Contain("CODEC006").And.Contain($"'far.fbs' is not found in '{_folder}'."));
        Assert.That(Run("gen", "cpp", schema, "-o", _folder, "-I", InFolder("shared")).Exit, Is.Zero);
    }

    [TestCase("p/sub/a.fbs", "1/a.fbs", "2/a.fbs", "p/a.fbs")]
    [TestCase("1/a.fbs", "2/a.fbs", "p/a.fbs")]
    [TestCase("2/a.fbs", "p/a.fbs")]
    [TestCase("p/a.fbs")]
    public void The_first_file_is_taken_of_those_beside_in_the_include_folders_in_order_and_beside_the_root(params string[] candidates)
    {
        string root = Put("p/root.fbs", "include \"sub/middle.fbs\"; table R { x:int; }");
        Put("p/sub/middle.fbs", Include.Replace("R", "Middle", StringComparison.Ordinal));
        Put("a.fbs", "wrong");
        Put("other/a.fbs", "wrong");
        foreach (string candidate in candidates)
        {
            Put(candidate, "wrong");
        }

        Put(candidates[0], "table A { x:int; }");
        Accept(root);
        Put(candidates[0], "wrong");
        Refuse(root, InFolder(candidates[0]));
        File.Delete(InFolder(candidates[0]));
        Refuse(root, candidates.Length > 1 ? InFolder(candidates[1]) : InFolder("p/sub/middle.fbs"));
    }

    [TestCase("../q/a.fbs", "q/a.fbs", true)]
    [TestCase("./a.fbs", "p/a.fbs", true)]
    [TestCase("b/../a.fbs", "p/a.fbs", true)]
    [TestCase("none/../a.fbs", "p/a.fbs", false)]
    [TestCase("b//a.fbs", "p/b/a.fbs", true)]
    [TestCase("b\\\\a.fbs", "p/b/a.fbs", true)]
    [TestCase("/b/a.fbs", "p/b/a.fbs", true)]
    [TestCase("a.fbs", "p/b/a.fbs", false)]
    [TestCase("a.fbs", "a.fbs", false)]
    [TestCase("b", "p/b/a.fbs", false)]
    [TestCase("", "p/b/a.fbs", false)]
    [TestCase("linked/a.fbs", "q/deep/a.fbs", true)]
    [TestCase("linked/../a.fbs", "q/a.fbs", true)]
    [TestCase("linked/../a.fbs", "p/a.fbs", false)]
    [TestCase("link.fbs", "q/target.fbs", true)]
    [TestCase("broken.fbs", "p/a.fbs", false)]
    public void A_spelling_means_the_file_that_it_means_to_flatc(string spelling, string file, bool isFound)
    {
        Put("p/b/other.fbs", "table Other { x:int; }");
        Put("q/deep/other.fbs", "table Other { x:int; }");
        if (!OperatingSystem.IsWindows())
        {
            Directory.CreateSymbolicLink(InFolder("p/linked"), "../q/deep");
            File.CreateSymbolicLink(InFolder("p/link.fbs"), "../q/target.fbs");
            File.CreateSymbolicLink(InFolder("p/broken.fbs"), "nothing");
        }
        else if (spelling.Contains("link", StringComparison.Ordinal))
        {
            Assert.Ignore("Windows makes links for administrators only.");
        }

        Put(file, "table A { x:int; }");
        string root = Put("p/root.fbs", $"include \"{spelling}\"; table R {{ a:A; }}");
        if (isFound)
        {
            Accept(root);
        }
        else
        {
            Refuse(root, root);
        }
    }

    [TestCase("include \"a.fbs\"; include \"./a.fbs\"; include \"../p/a.fbs\"; include \"b/../a.fbs\"; table R { a:A; }", true)]
    [TestCase("include \"a.fbs\"; include \"linked/a.fbs\"; table R { a:A; }", true)]
    [TestCase("include \"a.fbs\"; include \"b/a.fbs\"; table R { a:A; }", true)]
    [TestCase("include \"a.fbs\"; include \"copy.fbs\"; table R { a:A; }", false)]
    [TestCase("include \"root.fbs\"; include \"../p/root.fbs\"; table R { x:int; }", true)]
    [TestCase("include \"back.fbs\"; table R { x:Back; }", true)]
    public void A_file_that_is_included_again_counts_as_often_as_in_flatc(string text, bool isAccepted)
    {
        Put("p/a.fbs", "table A { x:int; }");
        Put("p/b/a.fbs", "table A { x:int; }");
        Put("p/copy.fbs", "table A { x:int; }");
        Put("p/back.fbs", "include \"../p/root.fbs\"; table Back { r:R; }");
        if (!OperatingSystem.IsWindows())
        {
            Directory.CreateSymbolicLink(InFolder("p/linked"), "../p");
        }

        string root = Put("p/root.fbs", text);
        if (isAccepted)
        {
            Accept(root);
        }
        else
        {
            Refuse(root, InFolder("p/copy.fbs"));
        }
    }

    [Test]
    public void The_folder_of_one_root_is_not_searched_for_another()
    {
        string one = Put("p/one.fbs", "include \"../shared/x.fbs\"; namespace P; table One { x:int; }");
        string other = Put("q/other.fbs", "include \"../shared/x.fbs\"; namespace Q; table Other { x:int; }");
        Put("shared/x.fbs", "include \"a.fbs\"; table X { x:int; }");
        Put("p/a.fbs", "table A { x:int; }");
        Assert.That(Run("gen", "csharp", one, other, "-o", InFolder("out")).Output, Does.Contain($"'a.fbs' is not found in '{InFolder("shared")}', '{InFolder("q")}'."));
        Put("q/a.fbs", "table A { y:int; }");
        Assert.That(Run("gen", "csharp", one, other, "-o", InFolder("out")).Output, Does.Contain("error CODEC010: 'A' is already declared"), "two files, and C# has one name");
    }

    [Test]
    public void A_schema_may_be_named_twice()
    {
        string schema = Put("p/a.fbs", "table A { x:int; }");
        Assert.That(Run("gen", "cpp", schema, InFolder("p/../p/a.fbs"), "-o", _folder).Exit, Is.Zero);
    }

    private void Accept(string root)
    {
        Assert.That(Run("gen", "cpp", root, "-o", InFolder("out"), "-I", InFolder("1"), "-I", InFolder("2")).Exit, Is.Zero);
        Assert.That(Flatc(root).ExitCode, Is.Zero, "flatc");
    }

    private void Refuse(string root, string place)
    {
        (int exit, string output) = Run("gen", "cpp", root, "-o", InFolder("out"), "-I", InFolder("1"), "-I", InFolder("2"));
        Assert.That(exit, Is.EqualTo(1));
        Assert.That(output, Does.StartWith(place + "("));
        (int flatcExit, string flatcOutput) = Flatc(root);
        Assert.That(flatcExit, Is.EqualTo(1), "flatc");
        Assert.That(flatcOutput, Does.Contain(place + ":"), "flatc");
    }

    /// <summary>flatc's answer; a machine without flatc has the expected results alone, which were flatc's.</summary>
    private (int ExitCode, string Output) Flatc(string root)
    {
        ExternalProgram.Require("flatc");
        return ExternalProgram.Run("flatc", "--cpp", "-o", InFolder("out") + "/", "-I", InFolder("1"), "-I", InFolder("2"), root);
    }
}

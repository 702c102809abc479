using NUnit.Framework;

namespace Codec.Tests.Cli;

/// <summary>A fixture in which each test has a separate folder for the files of the tool.</summary>
internal abstract class ToolFixture
{
    /// <summary>Gets the folder.</summary>
    protected ToolFiles Files { get; private set; } = null!;

    /// <summary>Gets the path of the capture that most tests need; the test makes it.</summary>
    protected string CapturePath => Files.PathOf("game.pcapng");

    [SetUp]
    public void MakeFiles() => Files = new ToolFiles();

    [TearDown]
    public void RemoveFiles() => Files.Dispose();
}

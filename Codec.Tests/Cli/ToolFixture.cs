namespace Codec.Tests.Cli;

/// <summary>The base class of fixtures whose tests each have a separate folder for the tool's files.</summary>
internal abstract class ToolFixture
{
    /// <summary>Gets the folder.</summary>
    protected ToolFiles Files { get; private set; } = null!;

    /// <summary>Gets the path of the capture in most tests. The test must create the file.</summary>
    protected string CapturePath => Files.PathOf("game.pcapng");

    protected static TcpListener Listen()
    {
        TcpListener listener = new(IPAddress.Loopback, 0);
        listener.Start();
        return listener;
    }

    [SetUp]
    public void MakeFiles() => Files = new ToolFiles();

    [TearDown]
    public void RemoveFiles() => Files.Dispose();
}

namespace Codec.Tests.Transport;

/// <summary>The paths of the assemblies of the sample programs, for <c>dotnet</c>.</summary>
internal static class SamplePrograms
{
    public static string ChatClient { get; } = PathOf("ChatClient");

    public static string EchoServer { get; } = PathOf("EchoServer");

    private static string PathOf(string name) => Repository.PathOf(
        "samples", name, "bin", new DirectoryInfo(AppContext.BaseDirectory).Parent!.Name, "net10.0", name + ".dll");
}

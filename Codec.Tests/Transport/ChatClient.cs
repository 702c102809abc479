namespace Codec.Tests.Transport;

/// <summary>The sample client, samples/ChatClient.</summary>
internal static class ChatClient
{
    /// <summary>Gets the path of the program's assembly, for <c>dotnet</c>.</summary>
    public static string Path { get; } = Repository.PathOf(
        "samples", "ChatClient", "bin", new DirectoryInfo(AppContext.BaseDirectory).Parent!.Name, "net10.0", "ChatClient.dll");
}

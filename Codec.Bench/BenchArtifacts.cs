namespace Codec.Bench;

/// <summary>Where the exports go: the folder that BenchmarkDotNet uses as well, under the current one.</summary>
internal static class BenchArtifacts
{
    internal const string Folder = "BenchmarkDotNet.Artifacts";
}

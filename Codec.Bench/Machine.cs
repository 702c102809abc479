namespace Codec.Bench;

internal static class Machine
{
    private static readonly string[] Code = ["--", "*.cs", "*.csproj", "*.props", "*.targets", "*.fbs", "*.hpp", "*.cpp", "*.cmake",
        "*CMakeLists.txt", "*.mjs", "*.proto", "*.capnp"];

    internal static string Runtime { get; } = ".NET " + Environment.Version;

    internal static string Name { get; } = string.Join(
        ", ", Processor(), $"{Environment.ProcessorCount} cores", RuntimeInformation.OSDescription, RuntimeInformation.ProcessArchitecture);

    /// <summary>Returns the commit that last changed code, with "-changed" if the code has other changes; "unknown commit" without git.</summary>
    internal static string Commit()
    {
        try
        {
            string commit = Programs.Run("git", ["log", "-1", "--format=%h", "--abbrev=12", .. Code]).Trim();
            return Programs.Run("git", ["status", "--porcelain", .. Code]).Length == 0 ? commit : commit + "-changed";
        }
        catch (Exception failure) when (ExpectedFailure.Message(failure) is not null)
        {
            return "unknown commit";
        }
    }

    private static string Processor()
    {
        const string Processors = "/proc/cpuinfo";
        string? model = File.Exists(Processors) ? File.ReadLines(Processors)
            .FirstOrDefault(line => line.StartsWith("model name", StringComparison.Ordinal))?.Split(':')[1].Trim() : null;
        return model ?? Environment.GetEnvironmentVariable("PROCESSOR_IDENTIFIER") ?? "unknown processor";
    }
}

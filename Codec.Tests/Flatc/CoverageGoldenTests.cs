using System;
using System.Collections.Generic;
using System.IO;
using Codec.Tests.Golden;
using Codec.Tests.Interop;
using Coverage;
using Google.FlatBuffers;
using NUnit.Framework;

namespace Codec.Tests.Flatc;

/// <summary>Tests that C# reads buffers that flatc made from JSON, and that flatc reads and C++ verifies buffers that C# wrote.</summary>
[TestFixture]
public sealed class CoverageGoldenTests
{
    private static IEnumerable<CoverageBuffer> Buffers => CoverageBuffer.All;

    [TestCaseSource(nameof(Buffers))]
    public void A_golden_buffer_has_the_values_of_its_JSON(object buffer)
    {
        CoverageBuffer golden = (CoverageBuffer)buffer;

        object read = golden.Read(Bytes(golden));

        Assert.That(ObjectJson.Of(read), Is.EqualTo(ObjectJson.Of(Value(golden))));
    }

    [TestCaseSource(nameof(Buffers))]
    public void A_written_buffer_has_the_same_JSON_as_the_golden_buffer(object buffer)
    {
        CoverageBuffer golden = (CoverageBuffer)buffer;

        byte[] written = Write(golden, Value(golden));

        Assert.That(FlatcJson(golden, written), Is.EqualTo(FlatcJson(golden, Bytes(golden))));
        Assert.That(ObjectJson.Of(golden.Read(written)), Is.EqualTo(ObjectJson.Of(Value(golden))));
    }

    [Test]
    public void The_Cpp_verifier_accepts_buffers_written_by_CSharp([Values(CppPrograms.SystemLibrary, CppPrograms.WasmLibrary)] string library)
    {
        using CppVerifier cpp = new(library);
        byte[] answer = new byte[1];
        foreach (CoverageBuffer golden in CoverageBuffer.All)
        {
            cpp.Ask(golden.Root, Write(golden, Value(golden)));
            cpp.Answers(answer);
            Assert.That(answer[0], Is.EqualTo(1), golden.Name);
        }
    }

    [Test]
    public void Nested_buffer_is_read_in_place()
    {
        byte[] bytes = GoldenFiles.ReadBytes(Path.Combine("coverage", "nested.bin"));

        Leaf leaf = Everything.GetRootAsEverything(new ByteBuffer(bytes)).GetLeafAsLeaf()!.Value;

        Assert.That((leaf.Name, leaf.Value), Is.EqualTo(("nested", 42)));
    }

    [Test]
    public void The_golden_buffers_match_the_output_of_flatc() =>
        Assert.That(FlatcTool.Run("coverage.mjs", "--check"), Does.Contain("8 of 8 buffers match"));

    private static byte[] Bytes(CoverageBuffer golden) => GoldenFiles.ReadBytes(Path.Combine("coverage", golden.Name + ".bin"));

    private static object Value(CoverageBuffer golden) =>
        golden.FromJson(File.ReadAllText(Repository.PathOf("schemas", "coverage", "json", golden.Json + ".json")));

    private static byte[] Write(CoverageBuffer golden, object value)
    {
        FlatBufferBuilder builder = new(64) { ForceDefaults = golden.ForceDefaults };
        golden.Build(builder, value);
        return builder.SizedByteArray();
    }

    private static string FlatcJson(CoverageBuffer golden, byte[] bytes)
    {
        string directory = Repository.PathOf("artifacts", "flatc", $"{Environment.ProcessId}-{golden.Name}");
        Directory.CreateDirectory(directory);
        try
        {
            string binary = Path.Combine(directory, "buffer.bin");
            File.WriteAllBytes(binary, bytes);
            (string schema, string root) = golden.FlatcNames;
            FlatcTool.Run(
                "flatc.mjs", "-o", directory, "--json", "--strict-json", "--raw-binary", "--root-type", root,
                Repository.PathOf("schemas", "coverage", schema), "--", binary);
            return File.ReadAllText(Path.Combine(directory, "buffer.json"));
        }
        finally
        {
            Directory.Delete(directory, recursive: true);
        }
    }
}

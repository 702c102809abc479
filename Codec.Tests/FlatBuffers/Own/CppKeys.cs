using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Text;
using Codec.Tests.Interop;
using NUnit.Framework;

namespace Codec.Tests.FlatBuffers.Own;

/// <summary>Sorts and finds by key with the C++ library. The protocol is described in cpp/tests/keys/sorted_keys.cpp.</summary>
internal static class CppKeys
{
    /// <summary>Returns a buffer whose leaves C++ sorted, and the values that C++ found for the keys in a buffer that C# sorted.</summary>
    public static (byte[] Sorted, int[] Found) Ask(string library, IReadOnlyList<string> keys, byte[] buffer)
    {
        using MemoryStream request = new();
        using BinaryWriter writer = new(request);
        writer.Write(keys.Count);
        foreach (byte[] block in keys.Select(Encoding.UTF8.GetBytes).Append(buffer))
        {
            writer.Write(block.Length);
            writer.Write(block);
        }

        using Process process = ExternalProgram.Start(CppPrograms.PathOf("tests/keys/codec_sorted_keys", library), [], redirectInput: true);
        using (Stream input = process.StandardInput.BaseStream)
        {
            input.Write(request.GetBuffer().AsSpan(0, (int)request.Length));
        }

        using MemoryStream answer = new();
        process.StandardOutput.BaseStream.CopyTo(answer);
        string errors = process.StandardError.ReadToEnd();
        process.WaitForExit();
        Assert.That(process.ExitCode, Is.Zero, errors);
        answer.Position = 0;
        using BinaryReader reader = new(answer);
        return (reader.ReadBytes(reader.ReadInt32()), keys.Select(_ => reader.ReadInt32()).ToArray());
    }
}

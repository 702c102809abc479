using System;
using System.Buffers.Binary;
using System.Diagnostics;
using System.IO;

namespace Codec.Tests.Interop;

/// <summary>
/// Runs the verifier of the C++ library in another process until it is disposed. Several questions can be sent before their answers are read.
/// </summary>
internal sealed class CppVerifier : IDisposable
{
    private readonly Process _process;
    private readonly Stream _input;
    private readonly Stream _output;
    private readonly byte[] _header = new byte[8];

    public CppVerifier(string library)
    {
        _process = ExternalProgram.Start(CppPrograms.PathOf("tests/verifier/codec_verifier", library), [], redirectInput: true);
        _input = new BufferedStream(_process.StandardInput.BaseStream, 1 << 16);
        _output = _process.StandardOutput.BaseStream;
    }

    /// <summary>Sends a question. The caller must read the answers before they fill the pipe, which holds at least 64 KiB.</summary>
    public void Ask(VerifiedRoot root, ReadOnlySpan<byte> bytes)
    {
        BinaryPrimitives.WriteInt32LittleEndian(_header, (int)root);
        BinaryPrimitives.WriteInt32LittleEndian(_header.AsSpan(4), bytes.Length);
        _input.Write(_header);
        _input.Write(bytes);
    }

    /// <summary>Reads the answers to the oldest questions until the destination is full. 1 means accepted, and 0 means rejected.</summary>
    public void Answers(Span<byte> destination)
    {
        _input.Flush();
        _output.ReadExactly(destination);
    }

    public void Dispose()
    {
        _input.Dispose();
        if (!_process.WaitForExit(5000))
        {
            _process.Kill();
        }

        _process.Dispose();
    }
}

using System;
using System.Buffers.Binary;
using System.Diagnostics;
using System.IO;

namespace Codec.Tests.Interop;

/// <summary>The C++ library's verifier, in a process that lives as long as this object. Questions may be sent ahead of their answers.</summary>
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

    /// <summary>Sends one question. The caller reads the answers before the pipe can fill with them: it holds 64 KiB at least.</summary>
    public void Ask(VerifiedRoot root, ReadOnlySpan<byte> bytes)
    {
        BinaryPrimitives.WriteInt32LittleEndian(_header, (int)root);
        BinaryPrimitives.WriteInt32LittleEndian(_header.AsSpan(4), bytes.Length);
        _input.Write(_header);
        _input.Write(bytes);
    }

    /// <summary>Waits for the answers to the oldest questions, as many as the destination has room for: 1 accepts, 0 refuses.</summary>
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

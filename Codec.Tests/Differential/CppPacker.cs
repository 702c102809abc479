namespace Codec.Tests.Differential;

/// <summary>Runs the C++ packing in another process. The protocol is described in cpp/tests/differential/pack_payloads.cpp.</summary>
internal sealed class CppPacker : IDisposable
{
    private readonly Process _process = ExternalProgram.Start(CppPrograms.Build("tests/differential", "codec_pack_payloads"), [], redirectInput: true);
    private readonly BufferedStream _answers;

    public CppPacker() => _answers = new BufferedStream(_process.StandardOutput.BaseStream, 1 << 16);

    /// <summary>Packs payloads, or unpacks packed payloads.</summary>
    /// <param name="shape">The words of the payloads' shape.</param>
    /// <param name="baseline">The payload to which the payloads are differences, or an empty array.</param>
    /// <param name="requests">The bytes to pack or unpack.</param>
    /// <param name="room">The maximum size of an unpacked payload in bytes, or -1 to pack.</param>
    /// <returns>The errors and the resulting bytes, in the order of the requests.</returns>
    public (PacketError Error, byte[] Bytes)[] Run(uint[] shape, byte[] baseline, IReadOnlyList<byte[]> requests, int room)
    {
        Task sending = Task.Run(() => Send([MemoryMarshal.AsBytes(shape.AsSpan()).ToArray(), baseline, .. requests], room));
        Number();
        (PacketError, byte[])[] answers = new (PacketError, byte[])[requests.Count];
        for (int i = 0; i < answers.Length; i++)
        {
            PacketError error = (PacketError)Number();
            byte[] bytes = new byte[Number()];
            Read(bytes);
            answers[i] = (error, bytes);
        }

        sending.GetAwaiter().GetResult();
        return answers;
    }

    /// <summary>Ends the input, and checks that the program then exits successfully.</summary>
    public void Complete()
    {
        _process.StandardInput.Close();
        string errors = _process.StandardError.ReadToEnd();
        _process.WaitForExit();
        Assert.That(_process.ExitCode, Is.Zero, errors);
    }

    public void Dispose()
    {
        if (!_process.HasExited)
        {
            _process.Kill();
        }

        _answers.Dispose();
        _process.Dispose();
    }

    private void Send(IReadOnlyList<byte[]> requests, int room)
    {
        using MemoryStream stream = new();
        using BinaryWriter writer = new(stream);
        foreach (int number in new[] { room + 1, 0, requests.Count, requests.Sum(request => 4 + request.Length) })
        {
            writer.Write(number);
        }

        foreach (byte[] request in requests)
        {
            writer.Write(request.Length);
            writer.Write(request);
        }

        _process.StandardInput.BaseStream.Write(stream.GetBuffer(), 0, (int)stream.Length);
        _process.StandardInput.BaseStream.Flush();
    }

    private int Number()
    {
        byte[] number = new byte[4];
        Read(number);
        return BinaryPrimitives.ReadInt32LittleEndian(number);
    }

    private void Read(byte[] bytes)
    {
        try
        {
            _answers.ReadExactly(bytes);
        }
        catch (EndOfStreamException)
        {
            Complete();
            throw;
        }
    }
}

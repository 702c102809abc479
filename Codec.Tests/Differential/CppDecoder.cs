namespace Codec.Tests.Differential;

/// <summary>Runs the C++ decoder in another process. The protocol is described in cpp/tests/differential/decode_streams.cpp.</summary>
public sealed class CppDecoder : IDisposable
{
    private readonly Process _process = ExternalProgram.Start(CppPrograms.Build("tests/differential", "codec_decode_streams"), [], redirectInput: true);

    /// <summary>Returns the results of C++ for the streams, in order.</summary>
    public IEnumerable<Decoding> DecodeAll(IReadOnlyList<StreamCase> streams)
    {
        Task sending = Task.Run(() => Send(streams));
        foreach (StreamCase _ in streams)
        {
            yield return Receive();
        }

        sending.GetAwaiter().GetResult();
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

        _process.Dispose();
    }

    private void Send(IReadOnlyList<StreamCase> streams)
    {
        using MemoryStream requests = new();
        using BinaryWriter writer = new(requests);
        foreach (StreamCase stream in streams)
        {
            writer.Write(20 + (4 * stream.Cuts.Length) + stream.Bytes.Length);
            PacketFormat format = stream.Format;
            writer.Write((byte)(format.SizeCountsHeader ? 1 : 0));
            writer.Write((byte)format.SizeWidth);
            writer.Write((byte)format.IdWidth);
            writer.Write((byte)(format.IsIdFirst ? 1 : 0));
            writer.Write(format.IsBigEndian ? 1 : 0);
            writer.Write(format.MaxPayloadSize);
            writer.Write(stream.Capacity);
            writer.Write(stream.Cuts.Length);
            foreach (int cut in stream.Cuts)
            {
                writer.Write(cut);
            }

            writer.Write(stream.Bytes);
        }

        _process.StandardInput.BaseStream.Write(requests.GetBuffer(), 0, (int)requests.Length);
        _process.StandardInput.BaseStream.Flush();
    }

    private Decoding Receive()
    {
        byte[] answer = Read(BinaryPrimitives.ReadInt32LittleEndian(Read(4)));
        Decoding decoding = new()
        {
            Error = (PacketError)answer[0],
            Position = BinaryPrimitives.ReadInt64LittleEndian(answer.AsSpan(4)),
        };
        int offset = 16;
        for (uint count = BinaryPrimitives.ReadUInt32LittleEndian(answer.AsSpan(12)); count > 0; count--)
        {
            uint id = BinaryPrimitives.ReadUInt32LittleEndian(answer.AsSpan(offset));
            int size = BinaryPrimitives.ReadInt32LittleEndian(answer.AsSpan(offset + 4));
            decoding.Packets.Add((id, answer[(offset + 8)..(offset + 8 + size)]));
            offset += 8 + size;
        }

        Assert.That(offset, Is.EqualTo(answer.Length));
        return decoding;
    }

    private byte[] Read(int count)
    {
        byte[] bytes = new byte[count];
        try
        {
            _process.StandardOutput.BaseStream.ReadExactly(bytes);
        }
        catch (EndOfStreamException)
        {
            Complete();
            throw;
        }

        return bytes;
    }
}

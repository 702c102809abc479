namespace Codec.Tests.Differential;

/// <summary>Runs the C++ decoder in another process. The protocol is described in cpp/tests/differential/decode_streams.cpp.</summary>
public sealed class CppDecoder : IDisposable
{
    private readonly BlockProgram _program = new();

    public CppDecoder() => _program.Run(CppPrograms.Build("tests/differential", "codec_decode_streams"));

    /// <summary>Returns the results of C++ for the streams, in order.</summary>
    public IReadOnlyList<Decoding> DecodeAll(IReadOnlyList<StreamCase> streams)
    {
        using BinaryReader reader = new(new MemoryStream(_program.Ask(0, 0, streams.Select(Request))));
        return [.. streams.Select(_ => Receive(reader))];
    }

    /// <summary>Ends the input, and checks that the program then exits successfully.</summary>
    public void Complete() => _program.Complete();

    public void Dispose() => _program.Dispose();

    private static byte[] Request(StreamCase stream)
    {
        using MemoryStream request = new();
        using BinaryWriter writer = new(request);
        PacketFormat format = stream.Format;
        writer.Write((byte)(format.SizeCountsHeader ? 1 : 0));
        writer.Write((byte)format.SizeWidth);
        writer.Write((byte)format.IdWidth);
        writer.Write((byte)(format.IsIdFirst ? 1 : 0));
        foreach (int number in (int[])[format.IsBigEndian ? 1 : 0, format.MaxPayloadSize, stream.Capacity, stream.Cuts.Length, .. stream.Cuts])
        {
            writer.Write(number);
        }

        writer.Write(stream.Bytes);
        return request.ToArray();
    }

    private static Decoding Receive(BinaryReader reader)
    {
        Decoding decoding = new() { Error = (PacketError)reader.ReadInt32(), Position = reader.ReadInt64() };
        for (int count = reader.ReadInt32(); count > 0; count--)
        {
            decoding.Packets.Add((reader.ReadUInt32(), reader.ReadBytes(reader.ReadInt32())));
        }

        return decoding;
    }
}

namespace Codec.Tests.Differential;

/// <summary>Runs the C++ packing in another process. The protocol is described in cpp/tests/differential/pack_payloads.cpp.</summary>
internal sealed class CppPacker : IDisposable
{
    private readonly BlockProgram _program = new();

    public CppPacker() => _program.Run(CppPrograms.Build("tests/differential", "codec_pack_payloads"));

    /// <summary>Packs payloads, or unpacks packed payloads.</summary>
    /// <param name="shape">The words of the payloads' shape.</param>
    /// <param name="baseline">The payload to which the payloads are differences, or an empty array.</param>
    /// <param name="requests">The bytes to pack or unpack.</param>
    /// <param name="room">The maximum size of an unpacked payload in bytes, or -1 to pack.</param>
    /// <returns>The errors and the resulting bytes, in the order of the requests.</returns>
    public (PacketError Error, byte[] Bytes)[] Run(uint[] shape, byte[] baseline, IReadOnlyList<byte[]> requests, int room)
    {
        byte[] answers = _program.Ask(room + 1, 0, [MemoryMarshal.AsBytes(shape.AsSpan()).ToArray(), baseline, .. requests]);
        using BinaryReader reader = new(new MemoryStream(answers));
        return [.. requests.Select(_ => ((PacketError)reader.ReadInt32(), reader.ReadBytes(reader.ReadInt32())))];
    }

    /// <summary>Ends the input, and checks that the program then exits successfully.</summary>
    public void Complete() => _program.Complete();

    public void Dispose() => _program.Dispose();
}

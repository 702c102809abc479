using Codec.Packets;
using Codec.Sessions;

namespace Codec.Transport;

/// <summary>A request of the peer, which any thread may answer, at once or later. The default value is no request.</summary>
public readonly record struct PacketRequest
{
    private readonly PacketSession? _session;

    internal PacketRequest(PacketSession session, uint number)
    {
        _session = session;
        Number = number;
    }

    /// <summary>Gets the number that the peer gave the request; 0 if it sent the packet without asking.</summary>
    public uint Number { get; }

    /// <summary>Sends the answer, which is the last one.</summary>
    /// <typeparam name="TPacket">The type of the answer.</typeparam>
    /// <param name="answer">The answer that the schema names. It is not used after the call returns.</param>
    /// <returns><see langword="false"/> if the request has its last answer, there is no request, or the connection is closed.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="answer"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The id or the payload's size is more than the format accepts.</exception>
    /// <exception cref="InvalidOperationException">The message cannot be written, or a payload writer or observer calls this.</exception>
    public bool Answer<TPacket>(in TPacket answer)
        where TPacket : IPacket => _session?.Answer(Number, AnswerKind.Last, answer) ?? false;

    /// <summary>Sends one of several answers.</summary>
    /// <inheritdoc cref="Answer{TPacket}(in TPacket)"/>
    public bool AnswerMore<TPacket>(in TPacket answer)
        where TPacket : IPacket => _session?.Answer(Number, AnswerKind.More, answer) ?? false;

    /// <summary>Ends several answers.</summary>
    /// <returns><see langword="false"/> if the request has its last answer, if there is none, or if the connection is closed.</returns>
    public bool End() => _session?.End(Number, AnswerKind.End, 0) ?? false;

    /// <summary>Fails the request. The peer's call throws a <see cref="PacketRequestException"/>.</summary>
    /// <param name="code">The code for the peer.</param>
    /// <inheritdoc cref="End" path="/returns"/>
    public bool Fail(ushort code) => _session?.End(Number, AnswerKind.Failed, code) ?? false;
}

namespace Codec.Sessions;

/// <summary>Why a session has ended: the cause of a <c>PacketConnectionException</c>, which repeats the message.</summary>
internal sealed class SessionEndException(RefusalReason refusal, string message) : IOException(message)
{
    /// <summary>Gets why the session was refused, or <see cref="RefusalReason.None"/> if the peer has left it.</summary>
    internal RefusalReason Refusal => refusal;
}

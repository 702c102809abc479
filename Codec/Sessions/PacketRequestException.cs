namespace Codec.Sessions;

/// <summary>The exception of a request without an answer: the peer failed or ignored it, or the connection has ended.</summary>
public sealed class PacketRequestException : IOException
{
    /// <summary>The code of a request that the peer did not begin, because too many are without an answer: 429.</summary>
    public const int TooManyRequests = 429;

    /// <summary>Creates the exception with a default message.</summary>
    public PacketRequestException()
    {
    }

    /// <summary>Creates the exception with a message.</summary>
    /// <param name="message">The message.</param>
    public PacketRequestException(string message)
        : base(message)
    {
    }

    /// <summary>Creates the exception with a message and a cause.</summary>
    /// <param name="message">The message.</param>
    /// <param name="innerException">The cause.</param>
    public PacketRequestException(string message, Exception? innerException)
        : base(message, innerException)
    {
    }

    internal PacketRequestException(int code)
        : base(FormattableString.Invariant($"The peer failed the request with the code {code}.")) => Code = code;

    /// <summary>Gets the code with which the peer failed the request, 0 to 65,535; 0 if there is none.</summary>
    public int Code { get; }
}

namespace Codec.Cli.Traffic;

/// <summary>The error of bytes that are not a packet.</summary>
/// <param name="Error">The kind of error, such as <c>PayloadTooLarge</c>.</param>
/// <param name="Offset">The offset in bytes from the start of the file or capture.</param>
internal sealed record PacketFault(string Error, long Offset, string Message)
{
    /// <summary>Gets the time in nanoseconds since 1970, or -1 if the error has no time.</summary>
    public long Nanoseconds { get; init; } = -1;

    /// <summary>Gets the time of the source's first packet or error, like <see cref="Nanoseconds"/>.</summary>
    public long Start { get; init; } = -1;

    public CaptureDirection Direction { get; init; }

    /// <summary>Gets the number of the connection, or <see langword="null"/> if the error belongs to the whole file.</summary>
    public uint? Connection { get; init; }
}

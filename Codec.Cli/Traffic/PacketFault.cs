namespace Codec.Cli.Traffic;

/// <summary>The error of bytes that are not a packet.</summary>
/// <param name="Error">The kind of error, such as <c>PayloadTooLarge</c>.</param>
/// <param name="Offset">The offset in bytes from the start of the file or capture.</param>
/// <param name="Message">The message for the user, which contains the position.</param>
internal sealed record PacketFault(string Error, long Offset, string Message);

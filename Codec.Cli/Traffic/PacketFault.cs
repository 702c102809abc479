namespace Codec.Cli.Traffic;

/// <summary>Bytes of a source that are no packet.</summary>
/// <param name="Error">The kind of error, such as <c>PayloadTooLarge</c>.</param>
/// <param name="Offset">Where, in bytes from the begin of the file or capture.</param>
/// <param name="Message">A sentence for people; it says where.</param>
internal sealed record PacketFault(string Error, long Offset, string Message);

using Codec.Packets;

namespace Codec.Interpreter;

/// <summary>The error of an invalid payload.</summary>
/// <param name="Offset">The offset of the error, in bytes from the start of the payload.</param>
/// <param name="Path">The path of the field, such as <c>items[3].name</c>. Empty for the root.</param>
/// <param name="Reason">The reason, as the end of a sentence.</param>
/// <param name="Error">What a receiver reports.</param>
public sealed record PayloadProblem(int Offset, string Path, string Reason, PacketError Error = PacketError.PayloadInvalid)
{
    /// <summary>Returns a sentence without its full stop.</summary>
    public override string ToString() => Path.Length == 0 ? Reason : $"{Path}: {Reason}";
}

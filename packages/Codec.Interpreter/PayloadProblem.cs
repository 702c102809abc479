using Codec.Packets;

namespace Codec.Interpreter;

/// <summary>The error of an invalid payload. Thread-safe.</summary>
public sealed class PayloadProblem
{
    internal PayloadProblem(int offset, string path, string reason, PacketError error = PacketError.PayloadInvalid) =>
        (Offset, Path, Reason, Error) = (offset, path, reason, error);

    /// <summary>Gets the offset of the error, in bytes from the start of the payload.</summary>
    public int Offset { get; }

    /// <summary>Gets the path of the field, such as <c>items[3].name</c>. It is empty for the root.</summary>
    public string Path { get; }

    /// <summary>Gets the reason, as the end of a sentence.</summary>
    public string Reason { get; }

    /// <summary>Gets what a receiver reports.</summary>
    public PacketError Error { get; }

    /// <summary>Returns a sentence without its full stop.</summary>
    /// <returns>The path, if there is one, and the reason.</returns>
    public override string ToString() => Path.Length == 0 ? Reason : $"{Path}: {Reason}";
}

namespace Codec.Cli.Payloads;

/// <summary>Why a payload is invalid.</summary>
/// <param name="Offset">Where, in bytes from the payload's start.</param>
/// <param name="Path">The field, such as <c>items[3].name</c>; empty for the root.</param>
/// <param name="Reason">What is wrong, as the end of a sentence.</param>
internal sealed record PayloadProblem(int Offset, string Path, string Reason)
{
    /// <summary>A sentence without its full stop.</summary>
    public override string ToString() => Path.Length == 0 ? Reason : $"{Path}: {Reason}";
}

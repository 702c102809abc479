namespace Codec.Tests.Wireshark;

/// <summary>The result of one run of Wireshark.</summary>
/// <param name="Problems">The messages of the run, or an empty string.</param>
/// <param name="Values">The values of the requested fields, for each frame.</param>
/// <param name="Trees">If no fields were requested, the tree of each frame, in the form of PDML.</param>
internal sealed record Dissection(string Problems, IReadOnlyList<string[]> Values, IReadOnlyList<XElement> Trees);

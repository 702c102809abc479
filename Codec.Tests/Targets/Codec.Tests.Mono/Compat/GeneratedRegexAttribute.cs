namespace System.Text.RegularExpressions;

/// <summary>
/// Replaces the .NET attribute. There is no source generator on .NET Framework, so another part of the class implements the member.
/// </summary>
[AttributeUsage(AttributeTargets.Property | AttributeTargets.Method)]
internal sealed class GeneratedRegexAttribute(string pattern) : Attribute
{
    public string Pattern { get; } = pattern;
}

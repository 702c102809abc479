namespace System.Text.RegularExpressions;

/// <summary>.NET Framework has no generator of regular expressions: the property is written by hand beside this.</summary>
[AttributeUsage(AttributeTargets.Property | AttributeTargets.Method)]
internal sealed class GeneratedRegexAttribute(string pattern) : Attribute
{
    public string Pattern { get; } = pattern;
}

#if !NET
namespace System.Diagnostics.CodeAnalysis;

/// <summary>The trimmer's attributes, which netstandard does not have.</summary>
[AttributeUsage(AttributeTargets.GenericParameter | AttributeTargets.Parameter)]
internal sealed class DynamicallyAccessedMembersAttribute(DynamicallyAccessedMemberTypes memberTypes) : Attribute
{
    public DynamicallyAccessedMemberTypes MemberTypes { get; } = memberTypes;
}

[Flags]
internal enum DynamicallyAccessedMemberTypes
{
    PublicMethods = 0x08,
    PublicFields = 0x20,
    NonPublicFields = 0x40,
}

[AttributeUsage(AttributeTargets.Method, AllowMultiple = true)]
internal sealed class UnconditionalSuppressMessageAttribute(string category, string checkId) : Attribute
{
    public string Category { get; } = category;
    public string CheckId { get; } = checkId;
    public string? Justification { get; set; }
}
#endif

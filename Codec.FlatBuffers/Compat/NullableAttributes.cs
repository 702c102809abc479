#if NETSTANDARD2_0
namespace System.Diagnostics.CodeAnalysis;

/// <summary>The attributes of nullable flow analysis, which netstandard2.0 does not have.</summary>
[AttributeUsage(AttributeTargets.Method, Inherited = false)]
internal sealed class DoesNotReturnAttribute : Attribute;
#endif

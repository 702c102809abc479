#if NETSTANDARD2_0
namespace System.Diagnostics.CodeAnalysis;

/// <summary>The compiler's flow attributes, which netstandard2.0 does not have.</summary>
[AttributeUsage(AttributeTargets.Method, Inherited = false)]
internal sealed class DoesNotReturnAttribute : Attribute;
#endif

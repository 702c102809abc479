#if !NET
namespace System.Runtime.CompilerServices;

/// <summary>The attribute with which the compiler leaves local variables uninitialized. netstandard does not have it.</summary>
[AttributeUsage(AttributeTargets.Method, Inherited = false)]
internal sealed class SkipLocalsInitAttribute : Attribute;
#endif
